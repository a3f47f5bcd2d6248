import type { Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { PaymentSession } from "./queries.server.ts";

type Lost = { session_id: string; reference: string; payer_name: string | null; seen_at: Date };

/** Makes a session of no payment known and locks it, whosever it is; `isNew` where nobody had heard of it. */
export async function lostSession(tx: Transaction, lost: Lost): Promise<{ session: PaymentSession; isNew: boolean }> {
  const made = await tx
    .insertInto("payment_sessions")
    .values({
      ...lost,
      payment_uuid: null,
      failing_since: null,
      received_minor: null,
      outcome: null,
      refund_id: null,
      refund_reason: null,
      refund_next_at: null,
      refund_seen_at: null,
    })
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .returning("session_id")
    .executeTakeFirst();
  const session = await lockSession(tx, lost.session_id);
  return { session, isNew: made !== undefined };
}

export function lockSession(tx: Transaction, sessionId: string): Promise<PaymentSession> {
  return tx
    .selectFrom("payment_sessions")
    .selectAll()
    .where("session_id", "=", sessionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Lets money of no payment go back; nothing where it does not lie with us. */
export async function orderLostBack(tx: Transaction, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable("payment_sessions")
    .set({ outcome: "refund_due", refund_reason: "UNKNOWN_PAYMENT", refund_next_at: at })
    .where("session_id", "=", sessionId)
    .where("payment_uuid", "is", null)
    .where("outcome", "=", "held")
    .execute();
}

/** Which of these sessions are in our books with all that they can bring: paid and received. */
export async function receivedAmong(db: Kysely<Tables>, sessionIds: string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("payment_sessions")
    .select("session_id")
    .where("session_id", "in", sessionIds)
    .where("received_minor", "is not", null)
    .execute();
  return new Set(rows.map((row) => row.session_id));
}
