import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { isCashlessOn } from "./wallets.server.ts";

/** What keeps a site from serving its wallets: a venue takes cashless payments, and no bank is configured. */
export function walletProblems(world: Pick<World, "config" | "database">, { all }: Pick<VenueTable, "all">): string[] {
  if (world.config.gateways.bank !== null) return [];
  const slugs = all().flatMap((venue) => (isCashlessOn(world, venue) ? [venue.slug] : []));
  if (slugs.length === 0) return [];
  return [
    `FINTECTURE_APP_ID: is missing, with the other settings of the bank, while cashless payments are on at ${slugs.join(", ")}`,
  ];
}
