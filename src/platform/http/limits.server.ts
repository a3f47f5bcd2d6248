import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { keyedHash } from "../sealing.server.ts";
import type { World } from "../world.ts";

/** At most `limit` hits within `seconds`. A hit exactly `seconds` ago no longer counts. */
export type LimitWindow = { limit: number; seconds: number };
export type LimitKey = readonly [name: string, ...parts: string[]];
export type HitResult = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

type Db = Kysely<Tables>;

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
    select limit_hit(${hashOf(world, key)}, ${world.now()}, ${limitsOf(windows)}, ${secondsOf(windows)}) as has_room
  `.execute(db);
  if (counted.rows[0]?.has_room === true) return { isAllowed: true };
  return { isAllowed: false, retryAfterSeconds: await waitFor(world, db, key, windows) };
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
    from limit_windows where key = ${hashOf(world, key)}`.execute(db);
  const hits = row.rows[0]?.hits ?? "";
  return hits === "" ? [] : hits.split(",").map(Number);
}

/** Removes one hit at an instant that should not count, such as a successful log-in. Other hits of the same instant stay. */
export async function takeBack(world: Pick<World, "secrets">, db: Db, key: LimitKey, at: Date): Promise<void> {
  await sql`select limit_take_back(${hashOf(world, key)}, ${at})`.execute(db);
}

/** Deletes all hits of a key. */
export async function forgetHits(world: Pick<World, "secrets">, db: Db, key: LimitKey): Promise<void> {
  await db.deleteFrom("limit_windows").where("key", "=", hashOf(world, key)).execute();
}

/** The wait in whole seconds until every window of a key has room again. */
export async function waitFor(
  world: Pick<World, "now" | "secrets">,
  db: Db,
  key: LimitKey,
  windows: readonly LimitWindow[],
): Promise<number> {
  const hits = await hitsOf(world, db, key, longest(windows));
  const now = world.now().getTime();
  const waits = windows.map(({ limit, seconds }) => {
    const blocking = hits.filter((at) => at > now - seconds * 1000).at(-limit);
    return blocking === undefined ? 0 : Math.ceil((blocking + seconds * 1000 - now) / 1000);
  });
  return Math.max(1, ...waits);
}

function longest(windows: readonly LimitWindow[]): number {
  return Math.max(...windows.map(({ seconds }) => seconds));
}

function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** The limits and the seconds of the windows, as SQL arrays. */
export function limitsOf(windows: readonly LimitWindow[]): RawBuilder<number[]> {
  return sql`array[${sql.join(windows.map(({ limit }) => sql.lit(limit)))}]::integer[]`;
}

export function secondsOf(windows: readonly LimitWindow[]): RawBuilder<number[]> {
  return sql`array[${sql.join(windows.map(({ seconds }) => sql.lit(seconds)))}]::integer[]`;
}

/** The keyed hash under which a limit is stored; it does not reveal addresses or numbers in the key. */
export function hashOf(world: Pick<World, "secrets">, key: LimitKey): Uint8Array {
  return keyedHash(world, "limit", ...key);
}
