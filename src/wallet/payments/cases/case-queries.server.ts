import { isUuid } from "../../../platform/uuid.ts";
import { sql, type ExpressionBuilder, type Insertable, type Nullable } from "kysely";
import type { BankNoticesTable, PaymentCasesTable, Tables } from "../../../../db/tables.ts";
import type { Db, Transaction } from "../../../platform/database/database.server.ts";
import { paymentOf, type Payment } from "../queries.server.ts";

/** Stores a webhook once; returns its id and how often it was delivered. */
export function keepWebhook(
  tx: Transaction,
  webhook: Insertable<BankNoticesTable>,
): Promise<{ id: bigint; deliveries: number }> {
  const isRefused = webhook.poison !== null;
  return tx
    .insertInto("bank_notices")
    .values(webhook)
    .onConflict((conflict) =>
      (isRefused
        ? conflict.column("body_hash").where("poison", "is not", null)
        : conflict.columns(["session_id", "status"]).where("poison", "is", null)
      ).doUpdateSet({
        deliveries: sql<number>`bank_notices.deliveries + 1`,
        last_received_at: webhook.last_received_at,
      }),
    )
    .returning(["id", "deliveries"])
    .executeTakeFirstOrThrow();
}

/** True if a webhook of the payment's company said that it is paid. */
export async function isClaimed(
  tx: Transaction,
  { uuid, company }: Pick<Payment, "uuid" | "company">,
  sessionIds: string[],
): Promise<boolean> {
  const row = await tx
    .selectFrom("bank_notices")
    .select("id")
    .where("poison", "is", null)
    .where("fact", "=", "PAID")
    // Webhooks of the versions before companies name none.
    .where((where) => where.or([where("company", "=", company), where("company", "is", null)]))
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

/** What a webhook is about: a payment of ours, or received money without one (`uuid` null); null if neither is known. */
export async function subjectOfWebhook(
  tx: Transaction,
  sessionId: string,
  state: string | null,
): Promise<{ uuid: string | null; company: string | null } | null> {
  const bySession = await tx
    .selectFrom("payment_sessions")
    .leftJoin("payments", "payments.uuid", "payment_sessions.payment_uuid")
    .select((column) => [
      "payment_sessions.payment_uuid as uuid",
      column.fn.coalesce("payments.company", "payment_sessions.company").as("company"),
    ])
    .where("payment_sessions.session_id", "=", sessionId)
    .executeTakeFirst();
  if (bySession !== undefined) return bySession;
  if (state === null || !isUuid(state)) return null;
  return (await paymentOf(tx, state)) ?? null;
}

/** A case without a payment names the company whose application it came from. */
type NewCase = ({ payment_uuid: string } | { payment_uuid: null; company: string }) & {
  session_id: string | null;
  notice_id?: bigint;
  reason: PaymentCasesTable["reason"];
};

/** Opens a case for staff, unless one about the same thing (reason, session, payment and webhook) is open. Returns true if it is new. */
export async function openCase(tx: Transaction, about: NewCase, at: Date): Promise<boolean> {
  const row = await tx
    .insertInto("payment_cases")
    .values({ ...about, opened_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function casesOf(tx: Transaction, uuid: string) {
  return tx.selectFrom("payment_cases").selectAll().where("payment_uuid", "=", uuid).execute();
}

export function openCases(db: Db, limit: number) {
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

/** A venue as its payments name it. */
export type VenueOfPayments = { siteId: number; company: { key: string } };

/** True for cases of the venue's payments, and for those without a known payment of its company. */
function isCaseOf({ siteId, company }: VenueOfPayments) {
  return (
    where: ExpressionBuilder<Tables & { payments: Nullable<Tables["payments"]> }, "payment_cases" | "payments">,
  ) =>
    where.or([
      where("payments.site_id", "=", siteId),
      where.and([where("payment_cases.payment_uuid", "is", null), where("payment_cases.company", "=", company.key)]),
    ]);
}

/**
 * Open cases for the desk: those of this venue's payments, and those without a known payment, which every venue
 * of the company sees.
 */
export function openCasesOf(db: Db, venue: VenueOfPayments, limit: number) {
  return db
    .selectFrom("payment_cases")
    .leftJoin("payments", "payments.uuid", "payment_cases.payment_uuid")
    .leftJoin("payment_sessions", "payment_sessions.session_id", "payment_cases.session_id")
    .leftJoin("bank_notices", "bank_notices.id", "payment_cases.notice_id")
    .select([
      "payment_cases.id",
      "payment_cases.payment_uuid",
      "payment_cases.session_id",
      "payment_cases.reason",
      "payment_cases.opened_at",
      "payments.amount_minor",
      "payment_sessions.received_minor",
      "payment_sessions.outcome",
      "payment_sessions.reference",
      "payment_sessions.payer_name",
      "bank_notices.poison",
      "bank_notices.deliveries",
    ])
    .where("payment_cases.closed_at", "is", null)
    .where(isCaseOf(venue))
    .orderBy("payment_cases.opened_at")
    .orderBy("payment_cases.id")
    .limit(limit)
    .execute();
}
export type DeskCase = Awaited<ReturnType<typeof openCasesOf>>[number];

/** All cases of a payment, oldest first. */
export function casesOfPayment(db: Db, uuid: string) {
  return db
    .selectFrom("payment_cases")
    .select(["id", "reason", "session_id", "opened_at", "closed_at", "closed_by", "decision"])
    .where("payment_uuid", "=", uuid)
    .orderBy("id")
    .execute();
}

/** An open case of this venue's payments, or of its company without a known payment. */
export function openCaseAt(db: Db, venue: VenueOfPayments, id: bigint) {
  return db
    .selectFrom("payment_cases")
    .leftJoin("payments", "payments.uuid", "payment_cases.payment_uuid")
    .leftJoin("payment_sessions", "payment_sessions.session_id", "payment_cases.session_id")
    .select(["payment_cases.id", "payment_cases.payment_uuid", "payment_cases.session_id", "payment_cases.reason"])
    .select("payment_sessions.outcome")
    .where("payment_cases.id", "=", id)
    .where("payment_cases.closed_at", "is", null)
    .where(isCaseOf(venue))
    .executeTakeFirst();
}

/** Stands in the place of the operator where the bank's answer closed a case. */
const CONFIRMED_BY = "the bank";
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

/** Closes the case that a webhook opened about a payment which the bank then confirmed. */
export async function closeUnknown(tx: Transaction, sessionId: string, at: Date): Promise<void> {
  await closing(tx, { decision: "noted", who: CONFIRMED_BY, at })
    .where("session_id", "=", sessionId)
    .where("reason", "=", "UNKNOWN_PAYMENT")
    .execute();
}

/** Closes the other cases about a session's money when that money is sent back. */
export async function closeRefundCases(tx: Transaction, sessionId: string, by: Closing): Promise<void> {
  await closing(tx, by)
    .where("session_id", "=", sessionId)
    .where("reason", "in", ["PAYER_MISMATCH", "SENT_BACK"])
    .execute();
}
