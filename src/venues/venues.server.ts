import type { World } from "../platform/world.ts";
import { venueRules } from "../ui/venue-colors.ts";
import { GROUP } from "./group.ts";
import { namingOf } from "./naming.ts";
import { establishments, findEstablishment, type Establishment } from "./queries.server.ts";
import { fullVenueTitle } from "./titles.ts";
import type { VenueLogo } from "./venue-marks.ts";

/** The venue's primary colour (#rrggbb) and logo, for every page of its site. Null when there is no such venue. */
export async function venueLook(world: World, id: number): Promise<{ color: string; logo: VenueLogo } | null> {
  const row = await findEstablishment(world.database.db, id);
  return row === undefined ? null : lookOf(row);
}

/** The same of a venue that was read already. */
export function lookOf(row: Establishment): { color: string; logo: VenueLogo } {
  const background = row.logo_background_color ?? GROUP.themeColor;
  return { color: row.primary_color, logo: { variant: row.logo_variant, isGold: row.logo_gold, background } };
}

/** The full title and colour that a venue's mails carry. Null when there is no such venue. */
export async function venueBrand(world: World, id: number): Promise<{ title: string; color: string } | null> {
  const row = await findEstablishment(world.database.db, id);
  return row === undefined ? null : { title: fullVenueTitle(namingOf(row), GROUP.brand), color: row.primary_color };
}

/** CSS rules with the colour of each visible venue, for its tile on the group's front page. */
export async function groupRules(world: World): Promise<string> {
  const rows = await establishments(world.database.db);
  const visible = rows.filter((row) => row.is_visible);
  return visible.map(({ slug, primary_color }) => venueRules(primary_color, `[data-venue="${slug}"]`)).join("");
}
