import { z } from "zod";
import { amount, localized, RICH_TEXT_MAX, slug, timeOfDay, webAddress, wholeNumber } from "../platform/schema.ts";

/** The game keys of section 3, in the order of display. */
export const GAME_KEYS = [
  "machines-a-sous",
  "roulette-electronique",
  "black-jack-electronique",
  "roulette-anglaise",
  "black-jack",
  "ultimate-poker",
  "holdem-texas-poker",
  "omaha",
  "craps",
  "boule",
  "sic-bo",
  "punto-banco",
] as const;
export type GameKey = (typeof GAME_KEYS)[number];

/** The three sections of /jeux. */
export type GameSection = "slot" | "elec" | "jt";

export function sectionOfGame(key: GameKey): GameSection {
  if (key === "machines-a-sous") return "slot";
  return key.endsWith("-electronique") ? "elec" : "jt";
}

export const importedGame = z.strictObject({
  key: z.enum(GAME_KEYS, { error: `must be one of ${GAME_KEYS.join(", ")}` }),
  picture: slug,
  number: wholeNumber,
  label: localized(80),
  presentation: localized(RICH_TEXT_MAX).optional(),
  open_hour: timeOfDay.optional(),
  mise_min: amount.optional(),
  rules_url: webAddress.optional(),
});
