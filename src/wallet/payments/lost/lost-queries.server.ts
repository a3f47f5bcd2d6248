import type { Db, Transaction } from "../../../platform/database/database.server.ts";
import { lockSession, type PaymentSession } from "../queries.server.ts";

type Lost = { session_id: string; company: string; reference: string; payer_name: string | null; seen_at: Date };

/** Inserts a session without a payment unless it is known, and locks it. `isNew` tells whether it was inserted. */
export async function lockLostSession(
  tx: Transaction,
  lost: Lost,
): Promise<{ session: PaymentSession; isNew: boolean }> {
  const made = await tx
    .insertInto("payment_sessions")
    .values(lost)
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .returning("session_id")
    .executeTakeFirst();
  const session = await lockSession(tx, lost.session_id);
  return { session, isNew: made !== undefined };
}

/** Marks held money without a payment to be sent back; does nothing if we do not hold it. */
export async function markLostForRefund(tx: Transaction, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable("payment_sessions")
    .set({ outcome: "refund_due", refund_reason: "UNKNOWN_PAYMENT", refund_next_at: at })
    .where("session_id", "=", sessionId)
    .where("payment_uuid", "is", null)
    .where("outcome", "=", "held")
    .execute();
}

/** Those of the sessions whose money is in our books. */
export async function receivedAmong(db: Db, sessionIds: string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("payment_sessions")
    .select("session_id")
    .where("session_id", "in", sessionIds)
    .where("received_minor", "is not", null)
    .execute();
  return new Set(rows.map((row) => row.session_id));
}
