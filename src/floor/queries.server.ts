import { sql, type Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { CardHolder } from "../loyalty/membership.ts";
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

export type Holder = Omit<CardHolder, "homeSiteId">;
export type FloorEvent = { siteId: number; eventId: string; call: string; requestHash: string; now: Date };

/** Claims an event id for this transaction; false where another transaction has it already. */
export async function claimEvent(tx: Transaction, event: FloorEvent): Promise<boolean> {
  const result = await claim(event).execute(tx);
  return result.rows.length > 0;
}

/**
 * The same, and whose card the event is about, in one trip: tills have queues. The card stays as it is until the transaction ends, however long
 * the claim had to wait for another's.
 */
export async function claimEventOfCard(
  tx: Transaction,
  event: FloorEvent,
  cardNumber: string,
): Promise<{ isFirst: boolean; holder: Holder | null }> {
  const result = await sql<{
    is_first: boolean;
    id: string | null;
    status: "active" | "disabled";
    is_in_force: boolean;
  }>`
    with claimed as (${claim(event)})
    select exists (select from claimed) as is_first, holder.*
    from (values (1)) as asked left join (
      select memberships.id, memberships.status, cards.status = 'active' as is_in_force
      from cards join memberships on memberships.id = cards.membership_id
      where cards.card_number = ${cardNumber}
      for share of cards
    ) as holder on true`.execute(tx);
  const row = result.rows[0];
  if (row === undefined || row.id === null) return { isFirst: row?.is_first === true, holder: null };
  return { isFirst: row.is_first, holder: { id: row.id, status: row.status, isInForce: row.is_in_force } };
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
