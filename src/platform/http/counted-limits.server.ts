import { sql, type RawBuilder } from "kysely";
import { keyedHash } from "../cryptography.server.ts";
import type { World } from "../world.ts";
import type { Db } from "../database/database.server.ts";

/** At most `limit` hits within `seconds`. A hit exactly `seconds` ago no longer counts. */
export type LimitWindow = { limit: number; seconds: number };
export type LimitKey = readonly [name: string, ...parts: string[]];
export type HitResult = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/**
 * Counts one hit of a key if every window has room for it. It is one statement, and the row lock makes it correct for any number of
 * callers and nodes. A refused hit is not counted, so the announced wait is never prolonged by trying again.
 */
export async function hit(
  world: Pick<World, "now" | "secrets">,
  db: Db,
  key: LimitKey,
  windows: readonly LimitWindow[],
): Promise<HitResult> {
  const counted = await sql<{ has_room: boolean }>`
    select limit_hit(${limitHash(world, key)}, ${world.now()}, ${limitsOf(windows)}, ${secondsOf(windows)}) as has_room
  `.execute(db);
  if (counted.rows[0]?.has_room === true) return { isAllowed: true };
  return { isAllowed: false, retryAfterSeconds: await waitFor(world, db, key, windows) };
}

/** A key with the longest time for which its hits count. */
export type CountedKey = { key: LimitKey; seconds: number };

/**
 * Counts a hit of several keys in one statement, whatever their limits, and returns for each the earlier hits (epoch milliseconds, oldest
 * first). The rows stay locked until the caller's transaction ends, in the order of the keys. A caller that refuses rolls it back.
 */
export async function hitAll(
  world: Pick<World, "secrets">,
  tx: Db,
  keys: readonly CountedKey[],
  at: Date,
): Promise<number[][]> {
  const hashes = keys.map(({ key }) => limitHash(world, key));
  const values = keys.map(
    ({ seconds }, index) =>
      sql`(${hashes[index]}::bytea, array[${at}::timestamptz], ${after(at, seconds)}::timestamptz)`,
  );
  const { rows } = await sql<{ key: Uint8Array; earlier: string }>`
    insert into limit_windows as kept (key, hits, expires_at) values ${sql.join(values)}
    on conflict (key) do update set
      hits = array(select h from unnest(kept.hits) h where h > ${at}::timestamptz - (excluded.expires_at - ${at}::timestamptz) order by h) || excluded.hits,
      expires_at = greatest(kept.expires_at, excluded.expires_at)
    returning key, array_to_string(array(select (extract(epoch from h) * 1000)::bigint from unnest(hits[:cardinality(hits) - 1]) h), ',')
      as earlier`.execute(tx);
  return hashes.map((hash) => instantsOf(rows.find(({ key }) => Buffer.compare(key, hash) === 0)?.earlier));
}

/** Removes one hit of each key at an instant, as `undoHit` does. */
export async function undoHits(
  world: Pick<World, "secrets">,
  tx: Db,
  keys: readonly LimitKey[],
  at: Date,
): Promise<void> {
  const hashes = keys.map((key) => sql`${limitHash(world, key)}::bytea`);
  await sql`select limit_take_back(key, ${at}) from unnest(array[${sql.join(hashes)}]) key`.execute(tx);
}

/** The times (epoch milliseconds) of a key's hits within the last `seconds`, oldest first. */
export async function hitsOf(
  world: Pick<World, "now" | "secrets">,
  db: Db,
  key: LimitKey,
  seconds: number,
): Promise<number[]> {
  const row = await sql<{ hits: string }>`
    select array_to_string(array(
      select (extract(epoch from at) * 1000)::bigint from unnest(hits) at
      where at > ${after(world.now(), -seconds)}::timestamptz order by at), ',') as hits
    from limit_windows where key = ${limitHash(world, key)}`.execute(db);
  return instantsOf(row.rows[0]?.hits);
}

function instantsOf(listed = ""): number[] {
  return listed === "" ? [] : listed.split(",").map(Number);
}

/** Removes one hit at an instant that should not count, such as a successful log-in. Other hits of the same instant stay. */
export async function undoHit(world: Pick<World, "secrets">, db: Db, key: LimitKey, at: Date): Promise<void> {
  await sql`select limit_take_back(${limitHash(world, key)}, ${at})`.execute(db);
}

/** Deletes all hits of a key. */
export async function forgetHits(world: Pick<World, "secrets">, db: Db, key: LimitKey): Promise<void> {
  await db.deleteFrom("limit_windows").where("key", "=", limitHash(world, key)).execute();
}

/** The wait in whole seconds until a hit of the key is allowed again. */
async function waitFor(
  world: Pick<World, "now" | "secrets">,
  db: Db,
  key: LimitKey,
  windows: readonly LimitWindow[],
): Promise<number> {
  return Math.max(1, secondsUntilAllowed(await hitsOf(world, db, key, longest(windows)), windows, world.now()));
}

/** The whole seconds until one more hit is allowed after these (epoch milliseconds, oldest first); 0 if it is allowed now. */
export function secondsUntilAllowed(hits: readonly number[], windows: readonly LimitWindow[], at: Date): number {
  const now = at.getTime();
  const waits = windows.map(({ limit, seconds }) => {
    const blocking = hits.filter((at) => at > now - seconds * 1000).at(-limit);
    return blocking === undefined ? 0 : Math.ceil((blocking + seconds * 1000 - now) / 1000);
  });
  return Math.max(0, ...waits);
}

function longest(windows: readonly LimitWindow[]): number {
  return Math.max(...windows.map(({ seconds }) => seconds));
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** The limits and the seconds of the windows, as SQL arrays. */
function limitsOf(windows: readonly LimitWindow[]): RawBuilder<number[]> {
  return sql`array[${sql.join(windows.map(({ limit }) => sql.lit(limit)))}]::integer[]`;
}

function secondsOf(windows: readonly LimitWindow[]): RawBuilder<number[]> {
  return sql`array[${sql.join(windows.map(({ seconds }) => sql.lit(seconds)))}]::integer[]`;
}

/** The keyed hash under which a limit is stored; it does not reveal addresses or numbers in the key. */
export function limitHash(world: Pick<World, "secrets">, key: LimitKey): Uint8Array {
  return keyedHash(world, "limit", ...key);
}
