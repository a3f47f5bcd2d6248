import { sql, type Insertable } from "kysely";
import type { WalletsTable } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";

/** Opens a wallet if there is none. Returns true if it did. */
export async function insertWallet(tx: Transaction, wallet: Insertable<WalletsTable>): Promise<boolean> {
  const row = await tx
    .insertInto("wallets")
    .values(wallet)
    .onConflict((conflict) => conflict.columns(["membership_id", "site_id"]).doNothing())
    .returning("site_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A member's wallets with their balances. */
export function walletsWithBalance(db: Db, membershipId: string) {
  return db
    .selectFrom("wallets")
    .innerJoin("ledger_accounts", (join) =>
      join.on(sql<boolean>`ledger_accounts.name = 'wallet:' || wallets.membership_id || ':' || wallets.site_id`),
    )
    .select([
      "wallets.site_id",
      "wallets.status",
      "wallets.limit_minor",
      "ledger_accounts.balance_minor",
      "ledger_accounts.limit_minor as room_limit_minor",
    ])
    .where("wallets.membership_id", "=", membershipId)
    .orderBy("wallets.opened_at")
    .orderBy("wallets.site_id")
    .execute();
}

/**
 * The names of the casinos where an account's member has money: in a wallet, or in an unfinished payment (glossary).
 */
export async function casinosWithMoney(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(establishments.name, sites.site_id::text) as name
    from (
      select wallets.site_id from accounts
      join wallets on wallets.membership_id = accounts.playersplus_id
      join ledger_accounts on ledger_accounts.name = 'wallet:' || wallets.membership_id || ':' || wallets.site_id
      where accounts.id = ${accountId} and ledger_accounts.balance_minor > 0
      union
      select payment_sessions.wallet_site from accounts
      join payment_sessions on payment_sessions.wallet_membership = accounts.playersplus_id
      where accounts.id = ${accountId} and payment_sessions.outcome in ('held', 'refund_due')
      union
      select payments.site_id from payments
      where payments.account_id = ${accountId} and (
        payments.status in ('INIT', 'PENDING_PAYMENT')
        or (payments.status = 'PAID' and payments.transaction_status = 'PENDING')
        or exists (
          select from payment_sessions
          where payment_uuid = payments.uuid and outcome in ('held', 'refund_due')
        )
        or exists (select from payment_cases where payment_uuid = payments.uuid and closed_at is null)
      )
    ) as sites
    left join establishments on establishments.site_id = sites.site_id
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The membership of an account. */
export async function membershipOfAccount(db: Db, accountId: string): Promise<string | null> {
  const row = await db.selectFrom("accounts").select("playersplus_id").where("id", "=", accountId).executeTakeFirst();
  return row?.playersplus_id ?? null;
}

/** Uses up an unexpired return token of a session. Returns undefined if there is none. */
export function takeReturnOf(db: Db, trip: { tokenHash: Uint8Array; sessionId: string; now: Date }) {
  return db
    .deleteFrom("wallet_returns")
    .where("token_hash", "=", trip.tokenHash)
    .where("session_id", "=", trip.sessionId)
    .where("expires_at", ">", trip.now)
    .returning(["membership_id", "site_id", "payment_uuid"])
    .executeTakeFirst();
}

export async function endReturnsOfSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom("wallet_returns").where("session_id", "=", sessionId).execute();
}

/** A wallet that accepts payments, or undefined. */
export function openedWallet(db: Db, membershipId: string, siteId: number) {
  return db
    .selectFrom("wallets")
    .select(["limit_minor"])
    .where("membership_id", "=", membershipId)
    .where("site_id", "=", siteId)
    .where("status", "=", "OPENED")
    .executeTakeFirst();
}

/** The account that a receipt is sent to. */
export function accountOf(db: Db, accountId: string) {
  return db
    .selectFrom("accounts")
    .select(["email", "firstname", "locale"])
    .where("id", "=", accountId)
    .executeTakeFirst();
}

/** The membership of a confirmed account, and when its PIN was set. */
export async function demoHolder(db: Db, email: string) {
  const row = await db
    .selectFrom("accounts")
    .leftJoin("pins", "pins.membership_id", "accounts.playersplus_id")
    .select(["accounts.playersplus_id as membership_id", "pins.set_at as pin_set_at"])
    .where("accounts.email", "=", email)
    .where("accounts.status", "=", "confirmed")
    .executeTakeFirst();
  return row === undefined || row.membership_id === null ? undefined : { ...row, membership_id: row.membership_id };
}
