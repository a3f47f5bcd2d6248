import { z } from "zod";
import { amount, localized, RICH_TEXT_MAX, slug, timeOfDay, webAddress, wholeNumber } from "../platform/schema.ts";

/** The keys of all games, in the order of display. */
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

/** The two games that are poker. */
export const POKER_KEYS: readonly GameKey[] = ["holdem-texas-poker", "omaha"];

/** The keys of /jeux/{key}: a game, or poker as a whole. */
export const GAME_PAGE_KEYS = [...GAME_KEYS, "poker"] as const;
export type GamePageKey = (typeof GAME_PAGE_KEYS)[number];

export function isGamePageKey(key: string): key is GamePageKey {
  return (GAME_PAGE_KEYS as readonly string[]).includes(key);
}

/** The three sections of /jeux: slot machines, electronic games, table games. */
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

/** `creative.games` of the content API: the games that the venue has, by key. */
export const shownGames = z.strictObject(
  Object.fromEntries(GAME_KEYS.map((key) => [key, shownGame.optional()])) as Record<
    GameKey,
    z.ZodOptional<typeof shownGame>
  >,
);
