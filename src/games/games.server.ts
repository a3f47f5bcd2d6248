import * as paths from "../venues/paths.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { m } from "../messages/messages.js";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { GamesSummary } from "../venues/games-summary.server.ts";
import { shortMoney, tileCount } from "../venues/language/numbers.ts";
import { pictureAddress } from "../venues/addresses/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { GAME_SECTIONS, sectionOfGame, type GameKey, type GameSection } from "./contract.ts";
import { earliestHour, lowestStake, openingText } from "./game-words.ts";
import { gamesOf } from "./queries.server.ts";
import type { GamePanel } from "./views.ts";

/** The games of a venue by key for the content API. `mise_min` is in currency units. */
export async function gamesForApi(world: World, venue: Venue, locale: Locale) {
  const rows = await gamesOf(world.database.db, venue.id);
  return Object.fromEntries(
    rows.map((row) => [
      row.key,
      {
        picture: pictureAddress(world, venue, row.picture_key),
        number: row.number,
        label: row.label[locale],
        presentation: sanitiseRich(row.presentation?.[locale] ?? ""),
        open_hour: row.open_hour,
        mise_min: row.stake_min_minor === null ? null : Number(row.stake_min_minor) / 100,
      },
    ]),
  );
}

/** Paths of the venue's games, for the sitemap. */
export async function gamePaths(world: World, venue: Venue): Promise<string[]> {
  return (await gamesOf(world.database.db, venue.id)).map((row) => paths.game(row.key));
}

/**
 * Home's panels: one for each section with machines or tables, with the first game's picture, the earliest hour and the
 * lowest stake. `count` is the number of games.
 */
export async function gamePanels(
  world: World,
  venue: Venue,
  locale: Locale,
  summary: GamesSummary,
): Promise<{ panels: GamePanel[]; count: number }> {
  const db = world.database.db;
  const rows = await gamesOf(db, venue.id);
  const picture = await pictureViews(
    db,
    rows.map((row) => row.picture_key),
    locale,
  );
  const panels = GAME_SECTIONS.flatMap((section) => {
    const games = rows.filter((row) => sectionOfGame(row.key as GameKey) === section);
    const [first] = games;
    if (first === undefined || summary[section] === 0) return [];
    return [
      {
        section,
        count: tileCount(summary[section], locale),
        label: sectionLabel(section, summary[section]),
        figures: panelFigures(games, venue, locale),
        picture: picture(first.picture_key),
        href: `${paths.games}#${section}`,
      },
    ];
  });
  return { panels, count: rows.length };
}

/** The noun of a section's count: 'machines à sous', 'table de jeu traditionnel'. */
export function sectionLabel(section: GameSection, count: number): string {
  const labels = {
    slot: [m.games_slot_one, m.games_slot],
    elec: [m.games_elec_one, m.games_elec],
    jt: [m.games_jt_one, m.games_jt],
  } as const;
  return labels[section][count === 1 ? 0 : 1]();
}

function panelFigures(games: Awaited<ReturnType<typeof gamesOf>>, venue: Venue, locale: Locale): string | null {
  const hour = earliestHour(games);
  const stake = lowestStake(games);
  const parts = [
    ...(hour === null ? [] : [m.games_from_hour({ hour: openingText(hour, locale) })]),
    ...(stake === null ? [] : [m.games_from_stake({ stake: shortMoney(stake, venue.policy.currency, locale) })]),
  ];
  return parts.length === 0 ? null : parts.join(", ");
}
