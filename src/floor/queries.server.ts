import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database.server.ts";

export async function siteOfKey(db: Kysely<Tables>, keyHash: string): Promise<number | null> {
  const row = await db.selectFrom("floor_keys").select("site_id").where("key_hash", "=", keyHash).executeTakeFirst();
  return row?.site_id ?? null;
}

export async function addFloorKey(tx: Transaction, siteId: number, keyHash: string): Promise<void> {
  await tx
    .insertInto("floor_keys")
    .values({ key_hash: keyHash, site_id: siteId })
    .onConflict((conflict) => conflict.column("key_hash").doNothing())
    .execute();
}

/** Claims an event id for this transaction; false where another transaction has it already. */
export async function claimEvent(
  tx: Transaction,
  event: { siteId: number; eventId: string; call: string; requestHash: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("floor_events")
    .values({
      site_id: event.siteId,
      event_id: event.eventId,
      call: event.call,
      request_hash: event.requestHash,
      status: 0,
      answer: "{}",
      received_at: event.now,
    })
    .onConflict((conflict) => conflict.columns(["site_id", "event_id"]).doNothing())
    .returning("event_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function keepAnswer(
  tx: Transaction,
  siteId: number,
  eventId: string,
  status: number,
  answer: object,
): Promise<void> {
  await tx
    .updateTable("floor_events")
    .set({ status, answer: JSON.stringify(answer) })
    .where("site_id", "=", siteId)
    .where("event_id", "=", eventId)
    .execute();
}

export function answerOf(tx: Transaction, siteId: number, eventId: string) {
  return tx
    .selectFrom("floor_events")
    .select(["request_hash", "status", "answer"])
    .where("site_id", "=", siteId)
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
}
