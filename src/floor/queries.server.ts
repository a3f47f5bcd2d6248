import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { CardHolder } from "../loyalty/membership.ts";
import type { Transaction } from "../platform/database/database.server.ts";

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

export type FloorEvent = { siteId: number; eventId: string; call: string; requestHash: string; now: Date };

/** Claims an event id for this transaction. Returns false if it was claimed before. */
export async function claimEvent(tx: Transaction, event: FloorEvent): Promise<boolean> {
  const result = await claim(event).execute(tx);
  return result.rows.length > 0;
}

/**
 * Claims an event id and reads the card's holder in one round trip, to keep tills fast. The card row stays locked
 * against changes until the transaction ends. `holder` is the loyalty room's query.
 */
export async function claimEventOfCard(
  tx: Transaction,
  event: FloorEvent,
  holder: RawBuilder<CardHolder>,
): Promise<{ isFirst: boolean; holder: CardHolder | null }> {
  const result = await sql<{ isFirst: boolean } & (CardHolder | { id: null })>`
    with claimed as (${claim(event)})
    select exists (select from claimed) as "isFirst", holder.*
    from (values (1)) as asked left join (${holder} for share of cards) as holder on true`.execute(tx);
  const row = result.rows[0];
  if (row === undefined) throw new Error("The claim of a floor event returned no row");
  return { isFirst: row.isFirst, holder: row.id === null ? null : row };
}

function claim({ siteId, eventId, call, requestHash, now }: FloorEvent) {
  return sql`
    insert into floor_events (site_id, event_id, call, request_hash, status, answer, received_at)
    values (${siteId}, ${eventId}, ${call}, ${requestHash}, 0, '{}', ${now})
    on conflict (site_id, event_id) do nothing returning event_id`;
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
