import { sql, type Insertable } from "kysely";
import type { PinKeysTable, PinsTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import { PIN_ATTEMPTS_MAX } from "./rules.ts";

/**
 * A small write that waits for the commit like a real one, so that a missing PIN costs as much time as an existing one.
 */
const absentWrite = sql`pg_logical_emit_message(true, 'pins', 'none')`;

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
export async function resetAttemptsIfRight(db: Db, membershipId: string, pinHash: Uint8Array): Promise<void> {
  await sql`
    with ended as (
      update pins set attempts = case when pin_hash = ${pinHash} then 0 else attempts end
      where membership_id = ${membershipId} returning 1
    )
    select case when not exists (select from ended) then ${absentWrite} end`.execute(db);
}

/** The number of failed attempts at a member's PIN; locks the row. */
export async function lockAttempts(tx: Transaction, membershipId: string): Promise<number | null> {
  const row = await tx
    .selectFrom("pins")
    .select("attempts")
    .where("membership_id", "=", membershipId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.attempts ?? null;
}

export async function clearAttempts(tx: Transaction, membershipId: string): Promise<void> {
  await tx.updateTable("pins").set({ attempts: 0 }).where("membership_id", "=", membershipId).execute();
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
