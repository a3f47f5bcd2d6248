import { openNotifiedCache } from "../platform/database/notified-cache.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { hashOf } from "./floor.server.ts";
import { siteOfKey } from "./queries.server.ts";

export type FloorKeys = {
  /** The venue whose key this header bears; null for any other. By the key's hash, so no comparison tells how near a guess was. */
  venueOf: (authorization: string | undefined) => Promise<Venue | null>;
  close: () => Promise<void>;
};

/** The keys that tills have shown this node: a queue of them asks the database once, until a key is granted or taken away. */
export async function openFloorKeys(world: World, table: VenueTable): Promise<FloorKeys> {
  const memory = await openNotifiedCache<{ siteId: number }>(world, "floor_keys");
  return {
    async venueOf(authorization) {
      const key = /^Bearer ([\x21-\x7e]{1,200})$/.exec(authorization ?? "")?.[1];
      if (key === undefined) return null;
      const about = hashOf(key);
      const known = memory.kept(about) ?? (await memory.read(about, () => ownerOf(world, about)));
      return known === null ? null : (table.bySite(known.siteId) ?? null);
    },
    close: memory.close,
  };
}

async function ownerOf({ database }: World, about: string) {
  const siteId = await siteOfKey(database.db, about);
  return siteId === null ? null : { value: { siteId }, about };
}
