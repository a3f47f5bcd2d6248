import { openNotifiedCache } from "../platform/database/notified-cache.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { hashOf } from "./floor.server.ts";
import { siteOfKey } from "./queries.server.ts";

export type FloorKeys = {
  /**
   * The venue of the key in an `Authorization` header, or null. Keys are looked up by hash, so timing says nothing
   * about them.
   */
  venueOf: (authorization: string | undefined) => Promise<Venue | null>;
  close: () => Promise<void>;
};

/** Opens a cache of floor keys. A key is read from the database once, and again after keys were granted or removed. */
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
