import { sql, type Insertable } from "kysely";
import type { PinKeysTable, PinsTable, WalletsTable } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import { PIN_ATTEMPTS_MAX } from "./pin/rules.ts";

/**
 * A small write that waits for the commit like a real one, so that a missing PIN costs as much time as an existing one.
 */
const absentWrite = sql`pg_logical_emit_message(true, 'pins', 'none')`;

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

export async function putPin(tx: Transaction, pin: Insertable<PinsTable>): Promise<void> {
  const { membership_id: _membership, ...changes } = pin;
  await tx
    .insertInto("pins")
    .values(pin)
    .onConflict((conflict) => conflict.column("membership_id").doUpdateSet(changes))
    .execute();
}

/**
 * Allows one comparison and counts it, in one statement. Returns undefined if no attempt is left or there is no PIN.
 * Every case writes once, so that the duration says nothing: a full count is written unchanged, and a missing row
 * writes a message into the database's log.
 */
export async function countAttempt(db: Db, membershipId: string) {
  const { rows } = await sql<{ salt: Uint8Array; pin_hash: Uint8Array; is_allowed: boolean | null }>`
    with tried as (
      select membership_id, attempts < ${PIN_ATTEMPTS_MAX}::int as is_allowed
      from pins where membership_id = ${membershipId} for no key update
    ), counted as (
      update pins set attempts = least(pins.attempts + 1, ${PIN_ATTEMPTS_MAX}::int)
      from tried where pins.membership_id = tried.membership_id
      returning pins.salt, pins.pin_hash, tried.is_allowed
    )
    select counted.*, case when counted.is_allowed is null then ${absentWrite} end
    from (values (1)) one left join counted on true`.execute(db);
  return rows.find((row) => row.is_allowed === true);
}

/** How many comparisons were made since the last reset, or undefined if there is no PIN. */
export async function attemptsOf(db: Db, membershipId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("pins")
    .select("attempts")
    .where("membership_id", "=", membershipId)
    .executeTakeFirst();
  return row?.attempts;
}

/**
 * Resets the count if the hash is still the PIN's, which it is not if the PIN was changed meanwhile. Writes once in
 * every case, so that the duration says nothing.
 */
export async function endAttempts(db: Db, membershipId: string, pinHash: Uint8Array): Promise<void> {
  await sql`
    with ended as (
      update pins set attempts = case when pin_hash = ${pinHash} then 0 else attempts end
      where membership_id = ${membershipId} returning 1
    )
    select case when not exists (select from ended) then ${absentWrite} end`.execute(db);
}

export function newestPinKeys(db: Db) {
  return db.selectFrom("pin_keys").selectAll().orderBy("generation", "desc").limit(2).execute();
}

export async function insertPinKey(db: Db, key: PinKeysTable): Promise<void> {
  await db
    .insertInto("pin_keys")
    .values(key)
    .onConflict((conflict) => conflict.column("generation").doNothing())
    .execute();
}

/** Uses up an unused, unexpired challenge of a session. Returns false if there is none. */
export async function spendChallenge(
  db: Db,
  challengeHash: Uint8Array,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable("pin_challenges")
    .set({ used_at: now })
    .where("challenge_hash", "=", challengeHash)
    .where("session_id", "=", sessionId)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function renewUnlockRow(
  db: Db,
  use: { handleHash: Uint8Array; sessionId: string; membershipId: string; siteId: number; idleSince: Date; now: Date },
): Promise<boolean> {
  const touched = await db
    .updateTable("wallet_unlocks")
    .set({ last_used_at: use.now })
    .where("handle_hash", "=", use.handleHash)
    .where("session_id", "=", use.sessionId)
    .where("membership_id", "=", use.membershipId)
    .where("site_id", "=", use.siteId)
    .where("last_used_at", ">", use.idleSince)
    .executeTakeFirst();
  return touched.numUpdatedRows === 1n;
}

/** True if a handle of this session was used since `idleSince`. */
export async function hasUnlockSince(
  db: Db,
  of: { sessionId: string; membershipId: string; idleSince: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("wallet_unlocks")
    .select("site_id")
    .where("session_id", "=", of.sessionId)
    .where("membership_id", "=", of.membershipId)
    .where("last_used_at", ">", of.idleSince)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endUnlock(db: Db, unlock: { handleHash: Uint8Array; sessionId: string }): Promise<void> {
  await db
    .deleteFrom("wallet_unlocks")
    .where("handle_hash", "=", unlock.handleHash)
    .where("session_id", "=", unlock.sessionId)
    .execute();
}

/** Ends all handles of a member, and the tokens that restore them after a visit to the bank. */
export async function endUnlocksOf(tx: Transaction, membershipId: string): Promise<void> {
  await tx.deleteFrom("wallet_unlocks").where("membership_id", "=", membershipId).execute();
  await tx.deleteFrom("wallet_returns").where("membership_id", "=", membershipId).execute();
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
