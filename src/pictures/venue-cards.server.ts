import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { titleOf } from "../venues/language/naming.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import { establishments } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { VenueTile } from "../venues/views.ts";
import { pictureViews } from "./views.server.ts";

/** The title and picture of venues in a list, by site. */
export async function venueCards(world: World, venues: readonly Venue[], locale: Locale) {
  const { db } = world.database;
  const wanted = new Map(venues.map((venue) => [venue.id, venue.siteId]));
  const rows = (await establishments(world.database.db)).filter((row) => wanted.has(row.id));
  const picture = await pictureViews(
    db,
    rows.map((row) => row.cover_picture),
    locale,
  );
  return new Map(
    rows.map((row) => [row.site_id, { title: titleOf(row, locale), picture: picture(row.cover_picture) }]),
  );
}

/** The visible venues by name, for the group's front page. */
export async function groupVenues(world: World, venues: readonly Venue[], locale: Locale): Promise<VenueTile[]> {
  const db = world.database.db;
  const rows = (await establishments(world.database.db))
    .filter((row) => row.is_visible)
    .sort((a, b) => a.name.localeCompare(b.name, "fr"));
  const picture = await pictureViews(
    db,
    rows.map((row) => row.cover_picture),
    locale,
  );
  return rows.flatMap((row) => {
    const venue = venues.find((candidate) => candidate.id === row.id);
    if (venue === undefined) return [];
    return [
      {
        slug: row.slug,
        name: row.name,
        title: titleOf(row, locale),
        locality: row.locality,
        region: row.administrative_area_level_1,
        openingHours: row.opening_hours,
        origin: venueOrigin(world, venue),
        country: row.country,
        href: `${venueOrigin(world, venue)}/?locale=${locale}`,
        picture: picture(row.cover_picture),
      },
    ];
  });
}
