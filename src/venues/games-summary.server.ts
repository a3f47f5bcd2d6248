import type { World } from "../platform/world.ts";
import { establishment } from "./queries.server.ts";
import type { Venue } from "./venue.ts";

/** How many slot machines, electronic terminals and gaming tables a venue has. */
export async function gamesSummary(world: World, venue: Venue): Promise<{ slot: number; elec: number; jt: number }> {
  const row = await establishment(world.database.db, venue.id);
  return row?.games_summary ?? { slot: 0, elec: 0, jt: 0 };
}
