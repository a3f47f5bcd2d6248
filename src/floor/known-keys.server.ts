import { openNotifiedCache } from "../platform/database/notified-cache.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { hexHash } from "./floor.server.ts";
import { markKeyUsed } from "./queries.server.ts";

/** What a key allows: the calls of its scopes (null: all) at its venue. `hash` names it where its calls are counted. */
type FloorKey = { venue: Venue; scopes: string[] | null; hash: string };

export type FloorKeys = {
  /** The key in an `Authorization` header, or null. Keys are looked up by hash, so timing says nothing about them. */
  find: (authorization: string | undefined) => Promise<FloorKey | null>;
  close: () => Promise<void>;
};

type Known = { siteId: number; scopes: string[] | null };

/**
 * Opens a cache of floor keys. A key is read from the database once in ten minutes, which also notes its use, and again
 * after it was changed or ended.
 */
export async function openFloorKeys(world: World, table: VenueTable): Promise<FloorKeys> {
  const memory = await openNotifiedCache<Known>(world, "floor_keys");
  return {
    async find(authorization) {
      const key = /^Bearer ([\x21-\x7e]{1,200})$/.exec(authorization ?? "")?.[1];
      if (key === undefined) return null;
      const hash = hexHash(key);
      const known = memory.kept(hash) ?? (await memory.read(hash, () => readKey(world, hash)));
      const venue = known === null ? undefined : table.bySite(known.siteId);
      return known === null || venue === undefined ? null : { venue, scopes: known.scopes, hash };
    },
    close: memory.close,
  };
}

async function readKey({ database, now }: World, about: string) {
  const row = await markKeyUsed(database.db, about, now());
  if (row === null) return null;
  const { site_id: siteId, scopes, ends_at: until } = row;
  return { value: { siteId, scopes }, about, ...(until === null ? {} : { until }) };
}
