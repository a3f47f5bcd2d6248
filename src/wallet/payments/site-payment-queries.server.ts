import type { Db } from "../../platform/database/database.server.ts";

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
