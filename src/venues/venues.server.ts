import { pictureViews } from "../content/picture-views.server.ts";
import type { World } from "../platform/world.ts";
import { venueRules } from "../ui/venue-colors.ts";
import type { Locale } from "./contract.ts";
import { GROUP } from "./group.ts";
import { namingOf } from "./naming.ts";
import { venueOrigin } from "./origins.server.ts";
import { establishment, establishments } from "./queries.server.ts";
import { fullVenueTitle, venueTitle } from "./titles.ts";
import type { HouseLogo } from "./house-marks.ts";
import type { Venue } from "./venue.ts";
import type { VenueTile } from "./views.ts";

/** What tells one house from another on every page: its primary colour as #rrggbb, and its logo (G13). Null for no venue. */
export async function venueLook(world: World, id: number): Promise<{ color: string; logo: HouseLogo } | null> {
  const row = await establishment(world.database.db, id);
  if (row === undefined) return null;
  const background = row.logo_background_color ?? GROUP.themeColor;
  return { color: row.primary_color, logo: { variant: row.logo_variant, isGold: row.logo_gold, background } };
}

/** How a house signs what it sends: its full title and its colour. Null for no venue. */
export async function venueBrand(world: World, id: number): Promise<{ title: string; color: string } | null> {
  const row = await establishment(world.database.db, id);
  return row === undefined ? null : { title: fullVenueTitle(namingOf(row), GROUP.brand), color: row.primary_color };
}

/** How houses stand in a list, by site: their title and picture. */
export async function houseCards(world: World, venues: readonly Venue[], locale: Locale) {
  const { db } = world.database;
  const wanted = new Map(venues.map((venue) => [venue.id, venue.siteId]));
  const rows = (await establishments(db)).filter((row) => wanted.has(row.id));
  const picture = await pictureViews(
    db,
    rows.map((row) => row.cover_picture),
    locale,
  );
  return new Map(
    rows.map((row) => [row.site_id, { title: venueTitle(namingOf(row)), picture: picture(row.cover_picture) }]),
  );
}

/** The style rules of the visible venues' own colours, each for what stands under its name on the group's front page. */
export async function groupRules(world: World): Promise<string> {
  const rows = await establishments(world.database.db);
  const visible = rows.filter((row) => row.is_visible);
  return visible.map(({ slug, primary_color }) => venueRules(primary_color, `[data-venue="${slug}"]`)).join("");
}

/** The visible venues by name, for the group's front page. */
export async function groupVenues(world: World, venues: readonly Venue[], locale: Locale): Promise<VenueTile[]> {
  const db = world.database.db;
  const rows = (await establishments(db))
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
        title: venueTitle(namingOf(row)),
        locality: row.locality,
        country: row.country,
        href: `${venueOrigin(world, venue)}/?locale=${locale}`,
        picture: picture(row.cover_picture),
      },
    ];
  });
}
