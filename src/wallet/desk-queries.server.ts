import { sql, type ExpressionBuilder, type Insertable, type Nullable, type Selectable } from "kysely";
import type { PaymentOrdersTable, Tables } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";

export type PaymentOrder = Selectable<PaymentOrdersTable>;

const PAYMENT = [
  "payments.uuid",
  "payments.membership_id",
  "payments.site_id",
  "payments.amount_minor",
  "payments.status",
  "payments.transaction_status",
  "payments.error",
  "payments.created_at",
  "payments.paid_at",
  "payments.next_check_at",
] as const;

function payments(db: Db, siteId: number) {
  return db
    .selectFrom("payments")
    .innerJoin("memberships", "memberships.id", "payments.membership_id")
    .select(PAYMENT)
    .select(["memberships.lastname", "memberships.firstname"])
    .where("payments.site_id", "=", siteId);
}
export type DeskPayment = Awaited<ReturnType<ReturnType<typeof payments>["execute"]>>[number];

/** Open payments of a site, oldest first: waiting for the bank, paid but not credited, or to be sent back. */
export function waitingPayments(db: Db, siteId: number, limit: number): Promise<DeskPayment[]> {
  return payments(db, siteId)
    .where((where) =>
      where.or([
        where("payments.status", "in", ["INIT", "PENDING_PAYMENT"]),
        where("payments.transaction_status", "=", "PENDING"),
        where.exists(
          where
            .selectFrom("payment_sessions")
            .select("session_id")
            .whereRef("payment_sessions.payment_uuid", "=", "payments.uuid")
            .where("outcome", "in", ["held", "refund_due"]),
        ),
      ]),
    )
    .orderBy("payments.created_at")
    .limit(limit)
    .execute();
}

/** The latest payments of a site in any status, newest first. */
export function latestPayments(db: Db, siteId: number, limit: number): Promise<DeskPayment[]> {
  return payments(db, siteId).orderBy("payments.created_at", "desc").limit(limit).execute();
}

/** The payments of a site whose uuid begins with these eight digits, newest first: one, unless two drew the same ones. */
export function paymentsBeginning(db: Db, siteId: number, digits: string, limit: number): Promise<DeskPayment[]> {
  return payments(db, siteId)
    .where("payments.uuid", ">=", `${digits}-0000-0000-0000-000000000000`)
    .where("payments.uuid", "<=", `${digits}-ffff-ffff-ffff-ffffffffffff`)
    .orderBy("payments.created_at", "desc")
    .limit(limit)
    .execute();
}

export function paymentAtSite(db: Db, siteId: number, uuid: string): Promise<DeskPayment | undefined> {
  return payments(db, siteId).where("payments.uuid", "=", uuid).executeTakeFirst();
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

/** Inserts an order. Returns false if an order for the same money is open. */
export async function insertOrder(tx: Transaction, order: Insertable<PaymentOrdersTable>): Promise<boolean> {
  const row = await tx
    .insertInto("payment_orders")
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** True for the venue's own orders, and for those about cases without a known payment of its company. */
function isOrderOf({ siteId, company }: VenueOfPayments) {
  return (where: ExpressionBuilder<Tables, "payment_orders">) =>
    where.or([
      where("payment_orders.site_id", "=", siteId),
      where.exists(
        where
          .selectFrom("payment_cases as nobodys")
          .select("nobodys.id")
          .whereRef("nobodys.id", "=", "payment_orders.case_id")
          .where("nobodys.payment_uuid", "is", null)
          .where("nobodys.company", "=", company.key),
      ),
    ]);
}

export function ordersAt(db: Db, venue: VenueOfPayments, limit: number) {
  return db
    .selectFrom("payment_orders")
    .leftJoin("payments", "payments.uuid", "payment_orders.payment_uuid")
    .leftJoin("payment_cases", "payment_cases.id", "payment_orders.case_id")
    .selectAll("payment_orders")
    .select(["payments.amount_minor", "payment_cases.reason"])
    .select([
      sql<bigint>`(select count(*) from payment_order_lines line where line.order_id = payment_orders.id)`.as(
        "batch_count",
      ),
      sql<bigint | null>`(select sum(session.received_minor)::bigint from payment_order_lines line
        join payment_sessions session using (session_id) where line.order_id = payment_orders.id)`.as("batch_minor"),
    ])
    .where(isOrderOf(venue))
    .where("payment_orders.ended_at", "is", null)
    .orderBy("payment_orders.asked_at")
    .limit(limit)
    .execute();
}

export function lockOrder(tx: Transaction, venue: VenueOfPayments, id: string) {
  return tx
    .selectFrom("payment_orders")
    .selectAll()
    .where("id", "=", id)
    .where(isOrderOf(venue))
    .where("ended_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * All orders ever made about the same money, including this one: of the same case, of the payment as a whole, or with a
 * line about the same session.
 */
export function ordersForSameMoney(
  tx: Transaction,
  { id, case_id: caseId, payment_uuid: uuid }: Pick<PaymentOrder, "id" | "case_id" | "payment_uuid">,
) {
  return tx
    .selectFrom("payment_orders")
    .select(["asked_by", "asked_session", "asked_issuers"])
    .where((where) =>
      where.or([
        where("id", "=", id),
        ...(caseId === null ? [] : [where("case_id", "=", caseId)]),
        ...(uuid === null || caseId !== null
          ? []
          : [where.and([where("case_id", "is", null), where("payment_uuid", "=", uuid)])]),
        where("id", "in", ordersWithSession(tx, sessionsOfOrder(tx, { id, caseId }))),
      ]),
    )
    .execute();
}

/** The sessions that an order without a payment is about: its lines, or its case's session. */
function sessionsOfOrder(tx: Transaction, { id, caseId }: { id: string; caseId: bigint | null }) {
  return tx
    .selectFrom("payment_order_lines")
    .select("session_id")
    .where("order_id", "=", id)
    .$if(caseId !== null, (lines) =>
      lines.unionAll(
        tx
          .selectFrom("payment_cases")
          .select((one) => one.ref("payment_cases.session_id").$notNull().as("session_id"))
          .where("id", "=", caseId)
          .where("session_id", "is not", null),
      ),
    );
}

function ordersWithSession(tx: Transaction, sessions: ReturnType<typeof sessionsOfOrder>) {
  return tx.selectFrom("payment_order_lines").select("order_id").where("session_id", "in", sessions);
}

export async function endOrder(
  tx: Transaction,
  id: string,
  end: Pick<PaymentOrdersTable, "ended_at" | "ended_by" | "ended_session" | "verdict">,
): Promise<void> {
  await tx.updateTable("payment_orders").set(end).where("id", "=", id).execute();
}

/** The bank session that a payment was credited from; locks the row. */
export function creditedSession(tx: Transaction, uuid: string) {
  return tx
    .selectFrom("payment_sessions")
    .select(["session_id", "received_minor"])
    .where("payment_uuid", "=", uuid)
    .where("outcome", "=", "credited")
    .forNoKeyUpdate()
    .executeTakeFirst();
}
