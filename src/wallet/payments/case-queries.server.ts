import { sql, type Insertable, type Kysely } from "kysely";
import type { BankNoticesTable, PaymentCasesTable, Tables } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { paymentOf } from "./queries.server.ts";

type Reader = Kysely<Tables> | Transaction;

/** Stores a webhook once; returns its id and how often it was delivered. */
export function keepNotice(
  tx: Transaction,
  notice: Insertable<BankNoticesTable>,
): Promise<{ id: bigint; deliveries: number }> {
  const isPoison = notice.poison !== null;
  return tx
    .insertInto("bank_notices")
    .values(notice)
    .onConflict((conflict) =>
      (isPoison
        ? conflict.column("body_hash").where("poison", "is not", null)
        : conflict.columns(["session_id", "status"]).where("poison", "is", null)
      ).doUpdateSet({
        deliveries: sql<number>`bank_notices.deliveries + 1`,
        last_received_at: notice.last_received_at,
      }),
    )
    .returning(["id", "deliveries"])
    .executeTakeFirstOrThrow();
}

/** True if a webhook said that this payment is paid. */
export async function isClaimed(tx: Transaction, uuid: string, sessionIds: string[]): Promise<boolean> {
  const row = await tx
    .selectFrom("bank_notices")
    .select("id")
    .where("poison", "is", null)
    .where("fact", "=", "PAID")
    .where((where) =>
      where.or([
        where("state", "=", uuid),
        ...(sessionIds.length === 0 ? [] : [where("session_id", "in", sessionIds)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The payment that a webhook is about, or null. */
export async function paymentOfNotice(
  tx: Transaction,
  sessionId: string,
  state: string | null,
): Promise<string | null> {
  const bySession = await tx
    .selectFrom("payment_sessions")
    .select("payment_uuid")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  if (bySession !== undefined) return bySession.payment_uuid;
  if (state === null || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(state)) return null;
  return (await paymentOf(tx, state))?.uuid ?? null;
}

type NewCase = {
  payment_uuid: string | null;
  session_id: string | null;
  notice_id?: bigint;
  reason: PaymentCasesTable["reason"];
};

/** Opens a case for staff, unless one about the same thing (reason, session, payment and webhook) is open. Returns true if it is new. */
export async function openCase(tx: Transaction, about: NewCase, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto("payment_cases")
    .values({ ...about, opened_at: at, closed_at: null, closed_by: null, decision: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function casesOf(tx: Transaction, uuid: string) {
  return tx.selectFrom("payment_cases").selectAll().where("payment_uuid", "=", uuid).execute();
}

export function openCases(db: Reader, limit: number) {
  return db
    .selectFrom("payment_cases")
    .leftJoin("payments", "payments.uuid", "payment_cases.payment_uuid")
    .selectAll("payment_cases")
    .select(["payments.site_id", "payments.amount_minor", "payments.status", "payments.transaction_status"])
    .where("closed_at", "is", null)
    .orderBy("opened_at")
    .limit(limit)
    .execute();
}

type Closing = { decision: "credit" | "refund" | "noted"; who: string; at: Date };

function closing(tx: Transaction, by: Closing) {
  return tx
    .updateTable("payment_cases")
    .set({ closed_at: by.at, closed_by: by.who, decision: by.decision })
    .where("closed_at", "is", null);
}

/** Closes a case. Returns undefined if it is closed or does not exist. */
export function closeCase(tx: Transaction, id: bigint, by: Closing) {
  return closing(tx, by).where("id", "=", id).returningAll().executeTakeFirst();
}

/** Closes the other cases about a session's money when that money is sent back. */
export async function closeRefundCases(tx: Transaction, sessionId: string, by: Closing): Promise<void> {
  await closing(tx, by)
    .where("session_id", "=", sessionId)
    .where("reason", "in", ["PAYER_MISMATCH", "SENT_BACK"])
    .execute();
}
