import * as paths from "../venues/paths.ts";
import { agendaCards } from "../agenda/agenda.server.ts";
import { gamePaths } from "../games/games.server.ts";
import { meetingCards, placeCards } from "../leisure/leisure.server.ts";
import type { World } from "../platform/world.ts";
import { establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";

/** Paths that search engines may index: the pages the venue has now, without the legal pages. */
export async function listedPages(world: World, venue: Venue): Promise<string[]> {
  const [row, agenda, games, places, meetings] = await Promise.all([
    establishment(world.database.db, venue.id),
    agendaCards(world, venue, "fr"),
    gamePaths(world, venue),
    placeCards(world, venue, "fr"),
    meetingCards(world, venue, "fr"),
  ]);
  const { policy } = venue;
  const events = agenda.cards.map(({ href }) => href);
  return [
    paths.home,
    paths.agenda,
    ...(agenda.cards.some(({ isShow }) => isShow) ? [paths.shows] : []),
    ...events,
    paths.games,
    ...games,
    ...(policy.hasJackpotsPage ? [paths.jackpots] : []),
    paths.restauration,
    ...places.map(({ href }) => href),
    ...(row.meetings_active ? meetings.map(({ href }) => href) : []),
    ...(policy.loyaltyPromo === "swiss" ? [paths.swissProgramme] : []),
  ];
}
