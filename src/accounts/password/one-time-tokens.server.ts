import type { OneTimeTokensTable } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { newToken, tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";

type Purpose = OneTimeTokensTable["purpose"];

/** A change of address ends together with both its links. */
export const EMAIL_CHANGE_SECONDS = 48 * 3600;

/** How long each kind of token is valid. */
const LIFE_SECONDS: Record<Purpose, number> = {
  email_confirmation: 48 * 3600,
  password_reset: 3600,
  social_registration: 3600,
  social_linking: 3600,
  email_change_new: EMAIL_CHANGE_SECONDS,
  email_change_old: EMAIL_CHANGE_SECONDS,
};

/** Makes a token in the caller's transaction. Earlier ones of the same account and purpose become void. */
export async function issueToken(
  world: World,
  tx: Transaction,
  purpose: Purpose,
  subject: { accountId: string | null; encryptedPayload?: Uint8Array },
): Promise<string> {
  const now = world.now();
  if (subject.accountId !== null) await voidTokens(world, tx, [subject.accountId], purpose);
  const token = newToken(world);
  await tx
    .insertInto("one_time_tokens")
    .values({
      token_hash: tokenHash(token),
      purpose,
      account_id: subject.accountId,
      sealed_payload: subject.encryptedPayload ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE_SECONDS[purpose] * 1000),
    })
    .execute();
  return token;
}

type TakenToken = { accountId: string | null; encryptedPayload: Uint8Array | null };

/**
 * Uses a token up. One statement decides, so exactly one of several parallel callers gets it. Null for a used, void, expired, unknown
 * or malformed token: the caller must not tell them apart.
 */
export async function takeToken(
  world: World,
  tx: Transaction,
  purpose: Purpose,
  token: string,
): Promise<TakenToken | null> {
  const now = world.now();
  const taken = await tx
    .updateTable("one_time_tokens")
    .set({ used_at: now })
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["account_id as accountId", "sealed_payload as encryptedPayload"])
    .executeTakeFirst();
  return taken ?? null;
}

/** What a valid token holds, without using it up: a form may be corrected and sent again. */
export async function peekToken(world: World, purpose: Purpose, token: string): Promise<TakenToken | null> {
  const held = await world.database.db
    .selectFrom("one_time_tokens")
    .select(["account_id as accountId", "sealed_payload as encryptedPayload"])
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .where("expires_at", ">", world.now())
    .executeTakeFirst();
  return held ?? null;
}

/** The address of the account for which a token is valid. */
export async function addressOfToken(world: World, purpose: Purpose, token: string): Promise<string | null> {
  const held = await peekToken(world, purpose, token);
  if (held?.accountId == null) return null;
  const account = await world.database.db
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", held.accountId)
    .executeTakeFirst();
  return account?.email ?? null;
}

/** Voids unused tokens of accounts, of one purpose or of all. */
export async function voidTokens(
  world: World,
  tx: Transaction,
  accountIds: string[],
  purpose?: Purpose,
): Promise<void> {
  if (accountIds.length === 0) return;
  let update = tx
    .updateTable("one_time_tokens")
    .set({ voided_at: world.now() })
    .where("account_id", "in", accountIds)
    .where("used_at", "is", null)
    .where("voided_at", "is", null);
  if (purpose !== undefined) update = update.where("purpose", "=", purpose);
  await update.execute();
}
