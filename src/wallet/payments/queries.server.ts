import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import type { PaymentFactsTable, PaymentSessionsTable, PaymentsTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import type { FactName } from "./state.ts";

export type Payment = Selectable<PaymentsTable>;
export type PaymentSession = Selectable<PaymentSessionsTable>;

export async function insertPayment(tx: Transaction, payment: Insertable<PaymentsTable>): Promise<Payment> {
  return tx.insertInto("payments").values(payment).returningAll().executeTakeFirstOrThrow();
}

export function paymentOf(db: Db, uuid: string): Promise<Payment | undefined> {
  return db.selectFrom("payments").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

export function lockPayment(tx: Transaction, uuid: string): Promise<Payment> {
  return tx.selectFrom("payments").selectAll().where("uuid", "=", uuid).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The payment that holds a reservation in a wallet; there is at most one. */
export function reservedPayment(tx: Transaction, membershipId: string, siteId: number): Promise<Payment | undefined> {
  return tx
    .selectFrom("payments")
    .selectAll()
    .where("membership_id", "=", membershipId)
    .where("site_id", "=", siteId)
    .where("is_reserved", "=", true)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function updatePayment(tx: Transaction, uuid: string, change: Updateable<PaymentsTable>): Promise<void> {
  await tx.updateTable("payments").set(change).where("uuid", "=", uuid).execute();
}

const PENDING_SHOWN = 20;

/**
 * A member's payments that are open or not dismissed yet, newest first. The server keeps them, so any device and any venue's host continues
 * where another stopped.
 */
export function pendingOf(db: Db, accountId: string): Promise<Payment[]> {
  return db
    .selectFrom("payments")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("dismissed_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(PENDING_SHOWN)
    .execute();
}

/** Dismisses a decided payment, and the earlier decided ones of the same wallet. */
export async function dismiss(
  db: Db,
  { uuid, accountId, now }: { uuid: string; accountId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("payments as earlier")
    .from("payments as read")
    .set({ dismissed_at: now })
    .where("read.uuid", "=", uuid)
    .where("read.account_id", "=", accountId)
    .where("read.transaction_status", "<>", "PENDING")
    .whereRef("earlier.account_id", "=", "read.account_id")
    .whereRef("earlier.site_id", "=", "read.site_id")
    .whereRef("earlier.created_at", "<=", "read.created_at")
    .where("earlier.transaction_status", "<>", "PENDING")
    .where("earlier.dismissed_at", "is", null)
    .execute();
}

/** The site of the payment that a bank session belongs to, or undefined. */
export async function siteOfSession(db: Db, sessionId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("payment_sessions")
    .innerJoin("payments", "payments.uuid", "payment_sessions.payment_uuid")
    .select("payments.site_id")
    .where("payment_sessions.session_id", "=", sessionId)
    .executeTakeFirst();
  return row?.site_id;
}

/**
 * Lets one caller order a payment at the bank; other callers get false until `until`. If a caller never finished, the
 * next one marks the payment as unsure, because the bank may have acted on the lost call.
 */
export async function claimStart(db: Db, uuid: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .updateTable("payments")
    .set({ starting_until: until, is_unsure: sql<boolean>`is_unsure or starting_until is not null` })
    .where("uuid", "=", uuid)
    .where("status", "=", "INIT")
    .where("link", "is", null)
    .where((where) => where.or([where("starting_until", "is", null), where("starting_until", "<=", now)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Ends an order whose answer was lost. The next caller may order at once, and unknown sessions are searched for. */
export async function endStart(db: Db, uuid: string): Promise<void> {
  await db.updateTable("payments").set({ starting_until: null, is_unsure: true }).where("uuid", "=", uuid).execute();
}

export function duePayments(db: Db, now: Date, limit: number) {
  return db
    .selectFrom("payments")
    .select(["uuid", "company", "created_at"])
    .where("next_check_at", "<=", now)
    .orderBy("next_check_at")
    .orderBy("uuid")
    .limit(limit)
    .execute();
}

/** Payments created since an instant, in any status, in pages ordered by uuid. */
export function paymentsSince(db: Db, since: Date, after: string, limit: number) {
  return db
    .selectFrom("payments")
    .select(["uuid", "company", "created_at"])
    .where("created_at", ">=", since)
    .$if(after !== "", (query) => query.where("uuid", ">", after))
    .orderBy("uuid")
    .limit(limit)
    .execute();
}

export async function addFact(tx: Transaction, fact: PaymentFactsTable): Promise<void> {
  await tx
    .insertInto("payment_facts")
    .values(fact)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function paymentFacts(db: Db, uuid: string): Promise<FactName[]> {
  const rows = await db.selectFrom("payment_facts").select("name").where("payment_uuid", "=", uuid).execute();
  return rows.map(({ name }) => name);
}

/** Inserts a session unless it is known, and locks it. Returns null if it belongs to another payment. */
export async function knownSession(
  tx: Transaction,
  sessionId: string,
  uuid: string,
  now: Date,
): Promise<PaymentSession | null> {
  await tx
    .insertInto("payment_sessions")
    .values({ session_id: sessionId, payment_uuid: uuid, seen_at: now })
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .execute();
  const row = await lockSession(tx, sessionId);
  return row.payment_uuid === uuid ? row : null;
}

export function lockSession(tx: Transaction, sessionId: string): Promise<PaymentSession> {
  return tx
    .selectFrom("payment_sessions")
    .selectAll()
    .where("session_id", "=", sessionId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function sessionsOf(db: Db, uuid: string): Promise<PaymentSession[]> {
  return db
    .selectFrom("payment_sessions")
    .selectAll()
    .where("payment_uuid", "=", uuid)
    .orderBy("seen_at")
    .orderBy("session_id")
    .execute();
}

export async function updateSession(
  tx: Transaction,
  sessionId: string,
  change: Updateable<PaymentSessionsTable>,
): Promise<void> {
  await tx.updateTable("payment_sessions").set(change).where("session_id", "=", sessionId).execute();
}

/** Notes sessions that the bank has sent back although our books still hold their money. */
export async function noteSentBack(
  tx: Transaction,
  uuid: string,
  sessionIds: readonly string[],
  at: Date,
): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx
    .updateTable("payment_sessions")
    .set({ refund_seen_at: at })
    .where("session_id", "in", sessionIds)
    .where("payment_uuid", "=", uuid)
    .where("refund_seen_at", "is", null)
    .where("outcome", "in", ["held", "credited"])
    .execute();
}

/** Sessions whose money our books hold, of payments created before an instant, in pages ordered by session id. */
export function keptSessions(db: Db, before: Date, after: string, limit: number) {
  return db
    .selectFrom("payment_sessions")
    .innerJoin("payments", "payments.uuid", "payment_sessions.payment_uuid")
    .select(["payment_sessions.session_id", "payments.uuid", "payments.company"])
    .where("payments.created_at", "<", before)
    .where("payment_sessions.outcome", "in", ["held", "credited"])
    .where("payment_sessions.refund_seen_at", "is", null)
    .where("payment_sessions.session_id", ">", after)
    .orderBy("payment_sessions.session_id")
    .limit(limit)
    .execute();
}

/** The company whose application received a session's money: that of its payment, or of the session itself. */
const companyOfSession = sql<string>`coalesce(company,
  (select payments.company from payments where payments.uuid = payment_uuid))`;

/**
 * Claims the refund that is due longest, of any company not in `except`. No other caller gets it until `nextAt`. Returns
 * it with its company.
 */
export function takeDueRefund(db: Db, { now, nextAt, except }: { now: Date; nextAt: Date; except: string[] }) {
  return db
    .updateTable("payment_sessions")
    .set({ refund_next_at: nextAt, refund_attempts: sql<number>`refund_attempts + 1` })
    .where("session_id", "in", (of) =>
      of
        .selectFrom("payment_sessions as due")
        .select("due.session_id")
        .where("due.outcome", "=", "refund_due")
        .where("due.refund_next_at", "<=", now)
        .$if(except.length > 0, (query) => query.where(companyOfSession, "not in", except))
        .orderBy("due.refund_next_at")
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returning(["session_id", "payment_uuid", "received_minor", companyOfSession.as("company")])
    .executeTakeFirst();
}

/** The holder of a wallet, as far as credits need it. */
export function walletHolder(tx: Transaction, membershipId: string) {
  return tx
    .selectFrom("memberships")
    .select(["status", "lastname", "firstname", "excluded_since"])
    .where("id", "=", membershipId)
    .executeTakeFirst();
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
