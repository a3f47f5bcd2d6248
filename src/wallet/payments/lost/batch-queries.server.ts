import { sql } from "kysely";
import type { Db, Transaction } from "../../../platform/database/database.server.ts";
import type { VenueOfPayments } from "../cases/case-queries.server.ts";

/** True if another session has the same reference. */
export async function hasReference(tx: Transaction, reference: string, exceptSession: string): Promise<boolean> {
  const row = await tx
    .selectFrom("payment_sessions")
    .select("session_id")
    .where("reference", "=", reference)
    .where("session_id", "<>", exceptSession)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The holder of an open wallet, by the member's reference; undefined without a confirmed account. Waits for an erasure of the account
 * that has begun, and keeps one from beginning until the transaction ends.
 */
export function holderOfKey(tx: Transaction, { walletKey, siteId }: { walletKey: string; siteId: number }) {
  return tx
    .selectFrom("memberships")
    .innerJoin("wallets", "wallets.membership_id", "memberships.id")
    .innerJoin("accounts", "accounts.playersplus_id", "memberships.id")
    .select(["memberships.id", "memberships.lastname"])
    .where("memberships.wallet_key", "=", walletKey)
    .where("wallets.site_id", "=", siteId)
    .where("wallets.status", "=", "OPENED")
    .where("accounts.status", "=", "confirmed")
    .forKeyShare("accounts")
    .executeTakeFirst();
}

/** Money that we hold for wallets of this venue, confirmed by the bank. */
function confirmed(db: Db, { siteId, company }: VenueOfPayments) {
  return (
    db
      .selectFrom("payment_sessions as session")
      .innerJoin("memberships", "memberships.id", "session.wallet_membership")
      .leftJoin("accounts", (join) =>
        join.onRef("accounts.playersplus_id", "=", "memberships.id").on("accounts.status", "=", "confirmed"),
      )
      .select([
        "session.session_id",
        "session.reference",
        "session.received_minor",
        "session.payer_name",
        "session.seen_at",
      ])
      // Without an account, as after its erasure, a line cannot be credited.
      .select(["memberships.lastname", "memberships.firstname", "accounts.id as account_id"])
      .where("session.wallet_site", "=", siteId)
      .where("session.company", "=", company.key)
      .where("session.outcome", "=", "held")
      .orderBy("session.session_id")
  );
}
export type ConfirmedLine = Awaited<ReturnType<ReturnType<typeof confirmed>["execute"]>>[number];

export function confirmedLines(db: Db, venue: VenueOfPayments, limit: number): Promise<ConfirmedLine[]> {
  return confirmed(db, venue).limit(limit).execute();
}

/** How many confirmed payments wait at any venue. */
export async function countConfirmed(db: Db): Promise<number> {
  const row = await db
    .selectFrom("payment_sessions")
    .select((column) => column.fn.countAll<bigint>().as("count"))
    .where("wallet_site", "is not", null)
    .where("outcome", "=", "held")
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The lines of a request that are still as they were asked for. */
export function linesOfOrder(db: Db, venue: VenueOfPayments, orderId: string): Promise<ConfirmedLine[]> {
  return confirmed(db, venue)
    .innerJoin("payment_order_lines as line", "line.session_id", "session.session_id")
    .where("line.order_id", "=", orderId)
    .execute();
}

export async function insertLines(tx: Transaction, orderId: string, lines: readonly ConfirmedLine[]): Promise<void> {
  await tx
    .insertInto("payment_order_lines")
    .values(lines.map(({ session_id }) => ({ order_id: orderId, session_id })))
    .execute();
}

/** How many lines a request was asked for. */
export async function countLines(tx: Transaction, orderId: string): Promise<number> {
  const row = await tx
    .selectFrom("payment_order_lines")
    .select((column) => column.fn.countAll<bigint>().as("count"))
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Locks a venue's confirmed lines, so that none is asked for and set aside at once. */
export async function lockConfirmed(tx: Transaction, { siteId, company }: VenueOfPayments): Promise<void> {
  await tx
    .selectFrom("payment_sessions")
    .select("session_id")
    .where("wallet_site", "=", siteId)
    .where("company", "=", company.key)
    .orderBy("session_id")
    .forNoKeyUpdate()
    .execute();
}

/** True if a session is a line of an open request. */
export async function isInOpenOrder(tx: Transaction, sessionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("payment_order_lines as line")
    .innerJoin("payment_orders", "payment_orders.id", "line.order_id")
    .select("line.order_id")
    .where("line.session_id", "=", sessionId)
    .where("payment_orders.ended_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets which wallet confirmed money is for. Returns false if it is not held for a wallet of this venue. */
export async function forgetWallet(
  tx: Transaction,
  { siteId, company }: VenueOfPayments,
  sessionId: string,
): Promise<boolean> {
  const row = await tx
    .updateTable("payment_sessions")
    .set({ wallet_membership: null, wallet_site: null })
    .where("session_id", "=", sessionId)
    .where("wallet_site", "=", siteId)
    .where("company", "=", company.key)
    .where("outcome", "=", "held")
    .executeTakeFirst();
  return row.numUpdatedRows === 1n;
}

/**
 * Makes the lost payments of a request's lines again, as paid payments whose money is held: then each is credited like
 * any other. Returns how many were made.
 */
export async function remakePayments(
  tx: Transaction,
  { orderId, returnUrl, at }: { orderId: string; returnUrl: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ uuid: string }>`
    insert into payments (uuid, account_id, membership_id, site_id, company, amount_minor, currency, return_url, status,
      transaction_status, is_reserved, created_at, updated_at, paid_at, next_check_at)
    select session.reference::uuid, accounts.id, session.wallet_membership, session.wallet_site, session.company,
      session.received_minor, 'EUR', ${returnUrl}, 'PAID', 'PENDING', false, ${at}, ${at}, ${at}, ${at}
    from payment_order_lines line
    join payment_sessions session using (session_id)
    join accounts on accounts.playersplus_id = session.wallet_membership and accounts.status = 'confirmed'
    where line.order_id = ${orderId} and session.outcome = 'held'
    on conflict (uuid) do nothing returning uuid`.execute(tx);
  await sql`
    insert into payment_facts (payment_uuid, name, learnt_at)
    select session.reference::uuid, 'PAID', ${at}::timestamptz
    from payment_order_lines line join payment_sessions session using (session_id) where line.order_id = ${orderId}`.execute(
    tx,
  );
  await sql`
    update payment_sessions session
    set payment_uuid = reference::uuid, reference = null, payer_name = null, company = null, wallet_membership = null,
      wallet_site = null
    from payment_order_lines line where line.order_id = ${orderId} and line.session_id = session.session_id`.execute(
    tx,
  );
  return rows.length;
}
