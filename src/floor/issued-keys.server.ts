import type { Selectable } from "kysely";
import type { z } from "zod";
import type { FloorKeysTable } from "../../db/tables.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { DAY_MS } from "../platform/durations.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { floorKeyCommand } from "./contract.ts";
import { hexHash } from "./floor.server.ts";
import { addFloorKey, allFloorKeys, endKeyAt, floorKeyForUpdate, replaceKey } from "./queries.server.ts";

const KEY_BYTES = 32;
/** How long a key that is being rotated stays valid beside its successor, unless it is ended earlier. */
const ROTATION_MS = 7 * DAY_MS;

/** A key as the command lists it: never the key itself, of which only a hash is stored. Instants are ISO texts. */
export type ListedKey = {
  id: number;
  venue: string;
  label: string;
  /** Null for all calls. */
  scopes: string[] | null;
  issued_at: string | null;
  last_used_at: string | null;
  ends_at: string | null;
  successor_id: number | null;
};

/** What a command answers. `key` is shown this once. */
export type KeyAnswer = { key: string; issued: ListedKey } | { keys: ListedKey[] } | { problem: string };
type Table = Pick<VenueTable, "all">;
type Row = Selectable<FloorKeysTable>;

/**
 * `npm run floor-key`: issues a key for a venue, rotates one (a successor with the same scopes; both are valid for seven days), ends
 * one at once, or lists them. Whoever may run it has the installation's secrets.
 */
export async function commandFloorKeys(
  world: World,
  table: Table,
  asked: z.output<typeof floorKeyCommand>,
): Promise<KeyAnswer> {
  if (asked.command === "list") return listKeys(world, table, asked.venue);
  if (asked.command === "issue") return issueKey(world, table, asked);
  return inTransaction(world.database, async (tx) => {
    const known = await floorKeyForUpdate(tx, asked.id);
    if (known === undefined) return { problem: `There is no key ${asked.id}.` };
    if (known.ends_at !== null && known.ends_at <= world.now()) return { problem: `The key ${asked.id} has ended.` };
    if (asked.command === "end") {
      await endKeyAt(tx, asked.id, world.now());
      return { keys: [listed(table, { ...known, ends_at: world.now() })] };
    }
    if (known.successor_id !== null)
      return { problem: `The key ${asked.id} is being replaced by ${known.successor_id} already.` };
    const key = newKey(world);
    const { site_id: siteId, label, scopes } = known;
    const made = await addFloorKey(tx, { siteId, keyHash: hexHash(key), label, scopes, now: world.now() });
    if (made === undefined) throw new Error("A random floor key exists already");
    await replaceKey(tx, asked.id, made.id, new Date(world.now().getTime() + ROTATION_MS));
    return { key, issued: listed(table, made) };
  });
}

async function issueKey(
  world: World,
  table: Table,
  { venue, label, scopes }: Extract<z.output<typeof floorKeyCommand>, { command: "issue" }>,
): Promise<KeyAnswer> {
  const siteId = table.all().find(({ slug }) => slug === venue)?.siteId;
  if (siteId === undefined) return { problem: `There is no venue ${venue}.` };
  const key = newKey(world);
  const made = await inTransaction(world.database, (tx) =>
    addFloorKey(tx, { siteId, keyHash: hexHash(key), label, scopes, now: world.now() }),
  );
  if (made === undefined) throw new Error("A random floor key exists already");
  return { key, issued: listed(table, made) };
}

async function listKeys(world: World, table: Table, venue: string | undefined): Promise<KeyAnswer> {
  if (venue !== undefined && !table.all().some(({ slug }) => slug === venue))
    return { problem: `There is no venue ${venue}.` };
  const keys = (await allFloorKeys(world.database.db)).map((row) => listed(table, row));
  return { keys: keys.filter((key) => venue === undefined || key.venue === venue) };
}

function newKey(world: Pick<World, "random">): string {
  return `floor_${Buffer.from(world.random(KEY_BYTES)).toString("base64url")}`;
}

function listed(table: Table, row: Omit<Row, "key_hash">): ListedKey {
  return {
    id: row.id,
    venue: table.all().find(({ siteId }) => siteId === row.site_id)?.slug ?? String(row.site_id),
    label: row.label,
    scopes: row.scopes,
    issued_at: row.issued_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    successor_id: row.successor_id,
  };
}
