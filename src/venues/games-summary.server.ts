import type { World } from "../platform/world.ts";
import { establishment } from "./queries.server.ts";
import type { Venue } from "./venue.ts";

/** Slot machines, electronic terminals and tables, each by its number. */
export type GamesSummary = { slot: number; elec: number; jt: number };

/** How many slot machines, electronic terminals and gaming tables a venue has. */
export async function gamesSummary(world: World, venue: Venue): Promise<GamesSummary> {
  return (await establishment(world.database.db, venue.id)).games_summary;
}
