import { sql } from "kysely";
import type { Db, Transaction } from "../platform/database/database.server.ts";

/** What a valid key allows, and that it was used now. Nodes remember the answer, so this is not asked at every call. */
export async function markKeyUsed(db: Db, keyHash: string, now: Date) {
  const row = await db
    .updateTable("floor_keys")
    .set({ last_used_at: now })
    .where("key_hash", "=", keyHash)
    .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
    .returning(["site_id", "scopes", "ends_at"])
    .executeTakeFirst();
  return row ?? null;
}

/** Stores a key by its hash. Undefined if it exists already. */
export function addFloorKey(
  tx: Transaction,
  key: { siteId: number; keyHash: string; label: string; scopes: string[] | null; now: Date },
) {
  return tx
    .insertInto("floor_keys")
    .values({
      key_hash: key.keyHash,
      site_id: key.siteId,
      label: key.label,
      scopes: key.scopes === null ? null : JSON.stringify(key.scopes),
      issued_at: key.now,
    })
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .returning(KEY_COLUMNS)
    .executeTakeFirst();
}

const KEY_COLUMNS = [
  "id",
  "site_id",
  "label",
  "scopes",
  "issued_at",
  "last_used_at",
  "ends_at",
  "successor_id",
] as const;

export function allFloorKeys(db: Db) {
  return db.selectFrom("floor_keys").select(KEY_COLUMNS).orderBy("id").execute();
}

export function hashesOfValidKeys(db: Db, now: Date) {
  return db
    .selectFrom("floor_keys")
    .select(["key_hash", "site_id"])
    .where((where) => where.or([where("ends_at", "is", null), where("ends_at", ">", now)]))
    .orderBy("site_id")
    .execute();
}

export async function endKeysOf(tx: Transaction, hashes: string[], at: Date): Promise<void> {
  await tx.updateTable("floor_keys").set({ ends_at: at }).where("key_hash", "in", hashes).execute();
}

export function floorKeyForUpdate(tx: Transaction, id: number) {
  return tx.selectFrom("floor_keys").select(KEY_COLUMNS).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

export async function endKeyAt(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.updateTable("floor_keys").set({ ends_at: at }).where("id", "=", id).execute();
}

export async function replaceKey(tx: Transaction, id: number, successorId: number, endsAt: Date): Promise<void> {
  const change = { ends_at: endsAt, successor_id: successorId };
  await tx.updateTable("floor_keys").set(change).where("id", "=", id).execute();
}

/** Claims an event id for this transaction. Returns false if it was claimed before. */
export async function claimEvent(
  tx: Transaction,
  event: { siteId: number; eventId: string; call: string; requestHash: string; now: Date },
): Promise<boolean> {
  const { siteId, eventId, call, requestHash, now } = event;
  const { rows } = await sql`
    insert into floor_events (site_id, event_id, call, request_hash, status, answer, received_at)
    values (${siteId}, ${eventId}, ${call}, ${requestHash}, 0, '{}', ${now})
    on conflict (site_id, event_id) do nothing returning event_id`.execute(tx);
  return rows.length > 0;
}

export async function keepAnswer(
  tx: Transaction,
  siteId: number,
  eventId: string,
  status: number,
  answer: object,
): Promise<object> {
  const kept = await tx
    .updateTable("floor_events")
    .set({ status, answer: JSON.stringify(answer) })
    .where("site_id", "=", siteId)
    .where("event_id", "=", eventId)
    .returning("answer")
    .executeTakeFirstOrThrow();
  return kept.answer;
}

export function answerOf(tx: Transaction, siteId: number, eventId: string) {
  return tx
    .selectFrom("floor_events")
    .select(["request_hash", "status", "answer"])
    .where("site_id", "=", siteId)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}
