import type { Selectable } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { m } from "../messages/messages.js";
import type { Locale } from "../venues/contract.ts";
import { hourText } from "../venues/language/dates.ts";
import { formatNumber, shortMoney, type Currency } from "../venues/language/numbers.ts";
import { sectionOfGame, type GameKey, type GamePageKey, type GameSection } from "./contract.ts";
import type { GameFigures } from "./views.ts";

/** The part of a stored game that its texts depend on. */
export type CountedGame = Pick<Selectable<Tables["games"]>, "key" | "number" | "open_hour" | "stake_min_minor">;

const NAMES: Record<GamePageKey, () => string> = {
  "machines-a-sous": m.games_name_machines_a_sous,
  "roulette-electronique": m.games_name_roulette_electronique,
  "black-jack-electronique": m.games_name_black_jack_electronique,
  "roulette-anglaise": m.games_name_roulette_anglaise,
  "black-jack": m.games_name_black_jack,
  "ultimate-poker": m.games_name_ultimate_poker,
  "holdem-texas-poker": m.games_name_holdem_texas_poker,
  omaha: m.games_name_omaha,
  craps: m.games_name_craps,
  boule: m.games_name_boule,
  "sic-bo": m.games_name_sic_bo,
  "punto-banco": m.games_name_punto_banco,
  poker: m.games_name_poker,
};

/** The game's usual name in the singular, whatever a venue calls it. */
export function gameName(key: GamePageKey): string {
  return NAMES[key]();
}

/**
 * The title of a game: the venue's label, or the usual name in the singular where there is one machine or table. A
 * label that is not the plural of the usual name stays as written, because its singular is unknown.
 */
export function gameTitle(key: GameKey, label: string, number: number): string {
  const name = gameName(key);
  return number === 1 && withoutPlural(label) === withoutPlural(name) ? name : label;
}

function withoutPlural(words: string): string {
  return words
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z\s-]/g, "")
    .split(/[\s-]+/)
    .map((word) => word.replace(/s$/, ""))
    .join("");
}

/** The number, the opening hour and the stake. Of several games: the sum, the earliest hour, the lowest stake. */
export function gameFigures(games: CountedGame[], currency: Currency, locale: Locale): GameFigures {
  const [first] = games;
  const number = games.reduce((sum, game) => sum + game.number, 0);
  const opens = earliestHour(games);
  const stake = lowestStake(games);
  return {
    count: first === undefined || number === 0 ? null : unitText(sectionOfGame(first.key as GameKey), number, locale),
    opens: opens === null ? null : m.games_from_hour({ hour: openingText(opens, locale) }),
    stake: stake === null ? null : shortMoney(stake, currency, locale),
  };
}

/** The earliest opening hour as HH:MM; null where no game has one. */
export function earliestHour(games: CountedGame[]): string | null {
  const hours = games.flatMap(({ open_hour: hour }) => hour?.padStart(5, "0") ?? []);
  return hours.sort()[0] ?? null;
}

export function lowestStake(games: CountedGame[]): number | null {
  const stakes = games.flatMap(({ stake_min_minor: stake }) => (stake === null ? [] : Number(stake)));
  return stakes.length === 0 ? null : Math.min(...stakes);
}

/** The hour of 'Dès 20h00', whose French pattern is published with its minutes; in English '8 pm'. */
export function openingText(hour: string, locale: Locale): string {
  return locale === "fr" ? hour.replace(/^0(?=\d:)/, "").replace(":", "h") : hourText(hour, locale);
}

function unitText(section: GameSection, number: number, locale: Locale): string {
  const units = {
    slot: [m.games_unit_slot_one, m.games_unit_slot],
    elec: [m.games_unit_elec_one, m.games_unit_elec],
    jt: [m.games_unit_jt_one, m.games_unit_jt],
  } as const;
  return units[section][number === 1 ? 0 : 1]({ count: formatNumber(number, locale) });
}
