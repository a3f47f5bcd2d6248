import * as paths from "../venues/paths.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { m } from "../messages/messages.js";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { gamesSummary } from "../venues/games-summary.server.ts";
import { tileCount } from "../venues/language/numbers.ts";
import { type Neighbours, neighboursIn } from "../venues/neighbours.ts";
import type { Venue } from "../venues/venue.ts";
import {
  GAME_SECTIONS,
  isGamePageKey,
  POKER_KEYS,
  sectionOfGame,
  type GameKey,
  type GamePageKey,
  type GameSection,
} from "./contract.ts";
import { gameFigures, gameName, gameTitle } from "./game-words.ts";
import { descriptionOf, gameText, leadOf, rulesText } from "./game-texts.server.ts";
import { sectionLabel } from "./games.server.ts";
import { gamesOf } from "./queries.server.ts";
import type { GameCard, GamePageView, GameRulesLink, GameRulesView, GamesPageView, GameVariant } from "./views.ts";

/** Up to this many games, the grid is small. */
const SMALL_GRID = 4;
/** The picture at the top of /jeux, shared by the group. */
const OPENING_PICTURE = "game-chips-stacks";

type GameRow = Awaited<ReturnType<typeof gamesOf>>[number];

/** The games of the venue for /jeux, by section. Sections without a game are left out. */
export async function gamesPage(world: World, venue: Venue, locale: Locale): Promise<GamesPageView> {
  const db = world.database.db;
  const [rows, summary] = await Promise.all([gamesOf(db, venue.id), gamesSummary(world, venue)]);
  const picture = await pictureViews(db, [OPENING_PICTURE, ...rows.map((row) => row.picture_key)], locale);
  const cards = cardGroups(rows).map((group) => cardOf(group, picture, venue, locale));
  return {
    picture: picture(OPENING_PICTURE),
    counts: GAME_SECTIONS.filter((section) => summary[section] > 0).map((section) => ({
      section,
      count: tileCount(summary[section], locale),
      label: sectionLabel(section, summary[section]),
    })),
    sections: GAME_SECTIONS.map((section) => ({
      section,
      title: sectionTitle(section),
      games: cards.filter(({ key }) => (key === "poker" ? "jt" : sectionOfGame(key)) === section),
    })).filter(({ games }) => games.length > 0),
    isSmall: rows.length <= SMALL_GRID,
    jackpotsHref: venue.policy.hasJackpotsPage ? paths.jackpots : null,
  };
}

/**
 * A game of the venue, or its poker, for /jeux/{key}, with the first words of its text. Null for another key and for a
 * game that the venue does not have.
 */
export async function gamePage(
  world: World,
  venue: Venue,
  key: string,
  locale: Locale,
): Promise<{ view: GamePageView; description: string | null; neighbours: Neighbours } | null> {
  if (!isGamePageKey(key)) return null;
  const db = world.database.db;
  const games = await gamesOf(db, venue.id);
  const rows = games.filter((row) => (key === "poker" ? isPoker(row) : row.key === key));
  const [first] = rows;
  if (first === undefined) return null;
  const isWholePoker = key === "poker";
  const [picture, text] = await Promise.all([
    pictureViews(
      db,
      games.map((row) => row.picture_key),
      locale,
    ),
    gameText(world, venue, key, isWholePoker ? undefined : first.presentation?.[locale], locale),
  ]);
  const view: GamePageView = {
    key,
    title: isWholePoker ? gameName("poker") : titleOf(first, locale),
    picture: picture(first.picture_key),
    figures: gameFigures(rows, venue.policy.currency, locale),
    rules: isWholePoker ? { href: paths.gameRules(key), isExternal: false } : rulesOf(first),
    text,
    variants: isWholePoker ? POKER_KEYS.map((poker) => variantOf(poker, rows, venue, locale)) : [],
    pokerHref: !isWholePoker && isPoker(first) && games.filter(isPoker).length > 1 ? paths.game("poker") : null,
    jackpotsHref: key === "machines-a-sous" && venue.policy.hasJackpotsPage ? paths.jackpots : null,
  };
  const cards = cardGroups(games).map((group) => cardOf(group, picture, venue, locale));
  const list = cards.map((card) => ({ href: card.href, title: card.title, note: null, picture: card.picture }));
  const ofList = cards.find(({ variants }) => variants.some(({ href }) => href === paths.game(key)))?.href;
  return { view, description: descriptionOf(text), neighbours: neighboursIn(list, ofList ?? paths.game(key)) };
}

/**
 * The rules of a game for /media/rules/{key}, also of a game that the venue does not have, with the game's name and
 * picture. Null for another key.
 */
export async function gameRules(
  world: World,
  venue: Venue,
  key: string,
  locale: Locale,
): Promise<{ view: GameRulesView; game: string; image: string } | null> {
  if (!isGamePageKey(key)) return null;
  const [games, text] = await Promise.all([gamesOf(world.database.db, venue.id), rulesText(world, venue, key, locale)]);
  const own = games.find((row) => (key === "poker" ? isPoker(row) : row.key === key));
  const game = gameName(key);
  const view: GameRulesView = {
    contentKey: `rules-${key}`,
    title: m.games_rules_title({ game }),
    text,
    back:
      own === undefined
        ? { href: paths.games, label: m.games_rules_back_all() }
        : { href: paths.game(key), label: m.games_rules_back() },
  };
  return { view, game, image: own?.picture_key ?? OPENING_PICTURE };
}

/** One group for each card: one game, or the two poker games together where the venue has both. */
function cardGroups(rows: GameRow[]): [GamePageKey, GameRow[]][] {
  const pokers = rows.filter(isPoker);
  if (pokers.length < 2) return rows.map((row) => [row.key as GameKey, [row]]);
  return rows.flatMap((row): [GamePageKey, GameRow[]][] => {
    if (!isPoker(row)) return [[row.key as GameKey, [row]]];
    return row === pokers[0] ? [["poker", pokers]] : [];
  });
}

function cardOf(
  [key, rows]: [GamePageKey, GameRow[]],
  picture: Awaited<ReturnType<typeof pictureViews>>,
  venue: Venue,
  locale: Locale,
): GameCard {
  const [first] = rows as [GameRow, ...GameRow[]];
  return {
    key,
    title: key === "poker" ? gameName("poker") : titleOf(first, locale),
    number: rows.reduce((sum, row) => sum + row.number, 0),
    href: paths.game(key),
    picture: picture(first.picture_key),
    figures: gameFigures(rows, venue.policy.currency, locale),
    lead: rows.length === 1 ? leadOf(first.presentation?.[locale]) : null,
    variants: rows.length === 1 ? [] : rows.map((row) => ({ title: titleOf(row, locale), href: paths.game(row.key) })),
  };
}

/** One of the two poker games. Where the venue does not have it, it links to the default rules. */
function variantOf(key: GameKey, rows: GameRow[], venue: Venue, locale: Locale): GameVariant {
  const row = rows.find((one) => one.key === key);
  const figures = gameFigures(row === undefined ? [] : [row], venue.policy.currency, locale);
  if (row === undefined)
    return { key, title: gameName(key), href: null, figures, rules: { href: paths.gameRules(key), isExternal: false } };
  return { key, title: titleOf(row, locale), href: paths.game(key), figures, rules: rulesOf(row) };
}

function rulesOf(row: GameRow): GameRulesLink {
  return row.rules_url === null
    ? { href: paths.gameRules(row.key), isExternal: false }
    : { href: row.rules_url, isExternal: true };
}

function titleOf(row: GameRow, locale: Locale): string {
  return gameTitle(row.key as GameKey, row.label[locale], row.number);
}

function isPoker(row: GameRow): boolean {
  return POKER_KEYS.includes(row.key as GameKey);
}

function sectionTitle(section: GameSection): string {
  return { slot: m.games_section_slot, elec: m.games_section_elec, jt: m.games_section_jt }[section]();
}
