import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { countryOfSite } from "./queries.server.ts";

/**
 * True if a venue's reception may issue or replace a card or set a PIN for a member with this home site. A reception of another
 * country may not, unless RECEPTION_PAIRS names the two: it would be under another law, and one stolen key would open every wallet of
 * the group.
 */
export async function servesMembersOf(
  { config }: Pick<World, "config">,
  tx: Transaction,
  venue: Venue,
  homeSiteId: number,
): Promise<boolean> {
  if (homeSiteId === venue.siteId) return true;
  const home = (await countryOfSite(tx, homeSiteId)) ?? venue.country;
  return home === venue.country || config.floor.receptionPairs.includes(`${venue.country}>${home}`);
}
