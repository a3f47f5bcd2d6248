import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { hexHash } from "./floor.server.ts";
import { addFloorKey, endKeysOf, hashesOfValidKeys } from "./queries.server.ts";

/** The key that a site's floor has in the demonstration. It is published, so production must not know it. */
const demoKeyOf = (siteId: number) => `floor-${siteId}`;

/** Grants a site's floor its key of the demonstration, for every call. */
export async function grantDemoKey({ now }: Pick<World, "now">, tx: Transaction, siteId: number): Promise<void> {
  const keyHash = hexHash(demoKeyOf(siteId));
  await addFloorKey(tx, { siteId, keyHash, label: "demo", scopes: null, now: now() });
}

/** The sites whose key of the demonstration is valid. */
export async function sitesWithDemoKey({ database, now }: Pick<World, "database" | "now">): Promise<number[]> {
  const keys = await hashesOfValidKeys(database.db, now());
  return keys.filter((key) => key.key_hash === hexHash(demoKeyOf(key.site_id))).map((key) => key.site_id);
}

/** Ends them at once, on every node. Returns how many. */
export async function endDemoKeys(world: Pick<World, "database" | "now">): Promise<number> {
  const sites = await sitesWithDemoKey(world);
  const hashes = sites.map((site) => hexHash(demoKeyOf(site)));
  if (hashes.length > 0) await inTransaction(world.database, (tx) => endKeysOf(tx, hashes, world.now()));
  return sites.length;
}
