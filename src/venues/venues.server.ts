import type { World } from "../platform/world.ts";
import { venueRules } from "../ui/venue-colors.ts";
import { GROUP } from "./group.ts";
import { namingOf } from "./naming.ts";
import { establishment, establishments, type Establishment } from "./queries.server.ts";
import { fullVenueTitle } from "./titles.ts";
import type { VenueLogo } from "./venue-marks.ts";

/** What tells one house from another on every page: its primary colour as #rrggbb, and its logo (G13). Null for no venue. */
export async function venueLook(world: World, id: number): Promise<{ color: string; logo: VenueLogo } | null> {
  const row = await establishment(world.database.db, id);
  return row === undefined ? null : lookOf(row);
}

/** The same of a venue that was read already. */
export function lookOf(row: Establishment): { color: string; logo: VenueLogo } {
  const background = row.logo_background_color ?? GROUP.themeColor;
  return { color: row.primary_color, logo: { variant: row.logo_variant, isGold: row.logo_gold, background } };
}

/** How a house signs what it sends: its full title and its colour. Null for no venue. */
export async function venueBrand(world: World, id: number): Promise<{ title: string; color: string } | null> {
  const row = await establishment(world.database.db, id);
  return row === undefined ? null : { title: fullVenueTitle(namingOf(row), GROUP.brand), color: row.primary_color };
}

/** The style rules of the visible venues' own colours, each for what stands under its name on the group's front page. */
export async function groupRules(world: World): Promise<string> {
  const rows = await establishments(world.database.db);
  const visible = rows.filter((row) => row.is_visible);
  return visible.map(({ slug, primary_color }) => venueRules(primary_color, `[data-venue="${slug}"]`)).join("");
}
