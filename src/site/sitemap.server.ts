import * as paths from "../venues/paths.ts";
import { agendaCards } from "../agenda/agenda.server.ts";
import { gamePaths } from "../games/games.server.ts";
import { meetingCards, placeCards } from "../leisure/leisure.server.ts";
import type { World } from "../platform/world.ts";
import { PAGE_LOCALES, type Locale } from "../venues/contract.ts";
import { groupOrigin, venueOrigin } from "../venues/addresses/origins.server.ts";
import { alternatesOf } from "../venues/language/language-versions.ts";
import { establishment, establishments } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";

/** A page that search engines may index, with its languages and when its venue was last changed. */
type ListedPage = { url: string; locales: readonly Locale[]; changedAt: Date };

/** The group's front page and Home of each visible venue. The front page changes with any of them. */
export async function groupPages(world: World, venues: readonly Venue[]): Promise<ListedPage[]> {
  const rows = await establishments(world.database.db);
  const pages = venues
    .filter(({ isVisible }) => isVisible)
    .flatMap((venue) => {
      const row = rows.find(({ id }) => id === venue.id);
      const url = `${venueOrigin(world, venue)}${paths.home}`;
      return row === undefined ? [] : [{ url, locales: venue.locales, changedAt: row.updated_at }];
    });
  const last = new Date(Math.max(0, ...pages.map(({ changedAt }) => +changedAt)));
  return [{ url: `${groupOrigin(world)}${paths.home}`, locales: PAGE_LOCALES, changedAt: last }, ...pages];
}

/** The pages that a venue has now, without the legal pages. */
export async function venuePages(world: World, venue: Venue): Promise<ListedPage[]> {
  const row = await establishment(world.database.db, venue.id);
  const origin = venueOrigin(world, venue);
  const listed = await pathsOf(world, venue, row.meetings_active);
  return listed.map((path) => ({ url: `${origin}${path}`, locales: venue.locales, changedAt: row.updated_at }));
}

async function pathsOf(world: World, venue: Venue, hasMeetings: boolean): Promise<string[]> {
  const [agenda, games, { places }, meetings] = await Promise.all([
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
    ...(hasMeetings ? meetings.map(({ href }) => href) : []),
    ...(policy.loyaltyPromo === "swiss" ? [paths.swissProgramme] : []),
  ];
}

/** The sitemap of these pages. Each language version is an address of its own, with all others as its alternates. */
export function sitemapOf(pages: ListedPage[]): string {
  const entries = pages.flatMap(({ url, locales, changedAt }) => {
    const versions = alternatesOf(url, locales);
    const alternates = versions
      .map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`)
      .join("");
    const lastmod = `<lastmod>${changedAt.toISOString()}</lastmod>`;
    return versions.map(({ href }) => `<url><loc>${href}</loc>${lastmod}${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join("")}</urlset>`;
}
