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

/** The two games that are poker (G32). */
export const POKER_KEYS: readonly GameKey[] = ["holdem-texas-poker", "omaha"];

/** What /jeux/{key} may name: a game, or poker as a whole (section 2.5). */
export const GAME_PAGE_KEYS = [...GAME_KEYS, "poker"] as const;
export type GamePageKey = (typeof GAME_PAGE_KEYS)[number];

export function isGamePageKey(key: string): key is GamePageKey {
  return (GAME_PAGE_KEYS as readonly string[]).includes(key);
}

/** The three sections of /jeux. */
export const GAME_SECTIONS = ["slot", "elec", "jt"] as const;
export type GameSection = (typeof GAME_SECTIONS)[number];

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

const shownGame = z.strictObject({
  picture: z.string(),
  number: z.int(),
  label: z.string(),
  presentation: z.string(),
  open_hour: z.string().nullable(),
  mise_min: z.number().nullable(),
});

/** `creative.games` as the content API answers it (section 3): the games that the venue has, by their keys. */
export const shownGames = z.strictObject(
  Object.fromEntries(GAME_KEYS.map((key) => [key, shownGame.optional()])) as Record<
    GameKey,
    z.ZodOptional<typeof shownGame>
  >,
);
