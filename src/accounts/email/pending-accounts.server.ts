import { sql } from "kysely";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { voidTokens } from "../password/one-time-tokens.server.ts";
import { revokeSessions } from "../sessions/open-sessions.server.ts";

/**
 * Makes a pending account the only account of its address, in the caller's transaction. Ends the other pending ones. Returns false
 * where the address already has an account or this one is not pending.
 */
export async function confirmPendingAccount(world: World, tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx
    .selectFrom("accounts")
    .select(["id", "email"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined || account.email === null) return false;
  const rivals = await lockAddress(tx, account.email);
  const own = rivals.find((rival) => rival.id === accountId);
  if (own?.status !== "pending" || rivals.some((rival) => rival.status === "confirmed")) return false;
  await tx
    .updateTable("accounts")
    .set({ status: "confirmed", email_confirmed_at: world.now() })
    .where("id", "=", accountId)
    .execute();
  await supersedePending(world, tx, account.email);
  return true;
}

/** Ends every pending account of an address, or only the one with this id, with its sessions and links. */
export async function supersedePending(
  world: World,
  tx: Transaction,
  email: string,
  accountId?: string,
): Promise<void> {
  let update = tx
    .updateTable("accounts")
    .set({ status: "superseded", password_hash: null, pseudo: null, pseudo_folded: null })
    .where("email", "=", email)
    .where("status", "=", "pending");
  if (accountId !== undefined) update = update.where("id", "=", accountId);
  const ended = await update.returning("id").execute();
  const ids = ended.map(({ id }) => id);
  await revokeSessions(world, tx, ids);
  await voidTokens(world, tx, ids);
  if (ids.length > 0) await tx.deleteFrom("social_identities").where("account_id", "in", ids).execute();
}

/** Ends the pending accounts of an address that a provider vouches for. Returns false where a confirmed account has it. */
export async function endPendingAccounts(world: World, tx: Transaction, email: string): Promise<boolean> {
  const rivals = await lockAddress(tx, email);
  if (rivals.some((rival) => rival.status === "confirmed")) return false;
  await supersedePending(world, tx, email);
  return true;
}

/**
 * Locks all accounts of an address in one order, so that confirmations of it run one by one. Also locks the address itself, because
 * an account with another address may be about to change to it (`change-completion.server.ts`).
 */
export async function lockAddress(tx: Transaction, email: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`.execute(tx);
  return tx
    .selectFrom("accounts")
    .select(["id", "status", "firstname", "disabled_at"])
    .where("email", "=", email)
    .where("status", "in", ["pending", "confirmed"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The confirmed account of an address: there is at most one. */
export function confirmedAccount(db: Db, email: string) {
  return db
    .selectFrom("accounts")
    .select(["id", "firstname", "disabled_at", "password_hash"])
    .where("email", "=", email)
    .where("status", "=", "confirmed")
    .executeTakeFirst();
}
