import type { Db } from "../platform/database/database.server.ts";

/** All wallets of a member, including closed ones, oldest first. */
export function allWalletsOf(db: Db, membershipId: string) {
  return db
    .selectFrom("wallets")
    .select(["site_id", "status", "limit_minor", "opened_at"])
    .where("membership_id", "=", membershipId)
    .orderBy("opened_at")
    .orderBy("site_id")
    .execute();
}

export async function pinSetAt(db: Db, membershipId: string): Promise<Date | null> {
  const row = await db.selectFrom("pins").select("set_at").where("membership_id", "=", membershipId).executeTakeFirst();
  return row?.set_at ?? null;
}

/** A page of an account's payments, including dismissed ones, oldest first. */
export function paymentsAfter(
  db: Db,
  accountId: string,
  after: { created_at: Date; uuid: string } | null,
  size: number,
) {
  return db
    .selectFrom("payments")
    .select(["uuid", "membership_id", "site_id", "company", "amount_minor", "currency", "status"])
    .select(["transaction_status", "error", "created_at", "updated_at", "paid_at", "dismissed_at"])
    .where("account_id", "=", accountId)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "uuid"), ">", tuple(after?.created_at ?? new Date(0), after?.uuid ?? "")),
      ),
    )
    .orderBy("created_at")
    .orderBy("uuid")
    .limit(size)
    .execute();
}

/** The details of payments: facts with their times, bank sessions, cases, and orders of staff. */
export async function paymentDetailsOf(db: Db, uuids: readonly string[]) {
  const [facts, sessions, cases, orders] = await Promise.all([
    db
      .selectFrom("payment_facts")
      .select(["payment_uuid", "name", "learnt_at"])
      .where("payment_uuid", "in", uuids)
      .orderBy("learnt_at")
      .orderBy("name")
      .execute(),
    db
      .selectFrom("payment_sessions")
      .select(["payment_uuid", "session_id", "seen_at", "received_minor", "outcome"])
      .select(["refund_id", "refund_reason", "refund_seen_at"])
      .where("payment_uuid", "in", uuids)
      .orderBy("seen_at")
      .orderBy("session_id")
      .execute(),
    db
      .selectFrom("payment_cases")
      .select(["payment_uuid", "reason", "opened_at", "closed_at", "decision"])
      .where("payment_uuid", "in", uuids)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("payment_orders")
      .select(["payment_uuid", "decision", "asked_at", "ended_at", "verdict"])
      .where("payment_uuid", "in", uuids)
      .orderBy("asked_at")
      .execute(),
  ]);
  return { facts, sessions, cases, orders };
}
