import type { World } from "../platform/world.ts";
import { venueRules } from "../ui/venue-colors.ts";
import { GROUP } from "./group.ts";
import { establishments, findEstablishment, type Establishment } from "./queries.server.ts";
import type { VenueLogo } from "./venue-marks.ts";

/** The venue's primary colour (#rrggbb) and logo, for every page of its site. Null when there is no such venue. */
export async function venueLook(world: World, id: number): Promise<{ color: string; logo: VenueLogo } | null> {
  const row = await findEstablishment(world.database.db, id);
  return row === undefined ? null : lookOf(row);
}

/** The colour and logo of a venue that was read already. */
export function lookOf(row: Establishment): { color: string; logo: VenueLogo } {
  const background = row.logo_background_color ?? GROUP.themeColor;
  return { color: row.primary_color, logo: { variant: row.logo_variant, isGold: row.logo_gold, background } };
}

/** CSS rules with the colour of each visible venue, for its tile on the group's front page. */
export async function groupRules(world: World): Promise<string> {
  const rows = await establishments(world.database.db);
  const visible = rows.filter((row) => row.is_visible);
  return visible.map(({ slug, primary_color }) => venueRules(primary_color, `[data-venue="${slug}"]`)).join("");
}
