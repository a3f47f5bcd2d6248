import { timingSafeEqual } from "node:crypto";
import { sql, type ExpressionBuilder } from "kysely";
import type { OtpCodesTable, Tables } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { hit, takeBack } from "../../platform/http/limits.server.ts";
import type { SmsReceipt } from "../../platform/gateways.ts";
import { keyedHash, tokenHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import type { Member } from "../member.ts";

/** A 4-digit code has 13 bits, so everything around it is narrow (G64). */
export const LIFE_SECONDS = 300;
const COMPARISONS_MAX = 3;
/** Between two messages to a number. */
export const RESEND_SECONDS = 60;
const FAILURES_OF_A_NUMBER = [{ limit: 9, seconds: 86_400 }];
const CODES = 10_000;

export type CodePurpose = OtpCodesTable["purpose"];
export type NewCode = { id: string; code: string; deviceToken: string };
export type LivingCode = { id: string; phone: string; purpose: CodePurpose };

/**
 * Makes a code for a number in the caller's transaction; older ones of the number and of the session end. The device token (128 bits)
 * stands for session, number and purpose; of it and of the code only hashes are kept.
 */
export async function issueCode(
  world: World,
  tx: Transaction,
  member: Member,
  phone: string,
  purpose: CodePurpose,
): Promise<NewCode> {
  const now = world.now();
  await tx
    .updateTable("otp_codes")
    .set({ voided_at: now })
    .where((where) => where.or([where("phone", "=", phone), where("session_id", "=", member.sessionId)]))
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .execute();
  const made = { id: world.uuid(), code: randomCode(world), deviceToken: deviceToken(world) };
  await tx
    .insertInto("otp_codes")
    .values({
      id: made.id,
      device_token_hash: tokenHash(made.deviceToken),
      session_id: member.sessionId,
      account_id: member.accountId,
      purpose,
      phone,
      code_hash: codeHash(world, made.id, made.code),
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE_SECONDS * 1000),
    })
    .execute();
  return made;
}

/** Ends a code that cannot arrive. */
export async function voidCode(world: World, id: string): Promise<void> {
  await world.database.db.updateTable("otp_codes").set({ voided_at: world.now() }).where("id", "=", id).execute();
}

/** Keeps the provider's number of a code's message, so that a receipt finds it. */
export async function noteMessage(world: World, id: string, messageId: string): Promise<void> {
  await world.database.db.updateTable("otp_codes").set({ message_id: messageId }).where("id", "=", id).execute();
}

/**
 * Writes on a code's message what its receipt says. Receipts come twice and out of order: what is final stays. False where nothing
 * changed, as for a message that is not ours or whose code is long forgotten.
 */
export async function noteDelivery(world: World, { messageId, delivery }: SmsReceipt): Promise<boolean> {
  const { numUpdatedRows } = await world.database.db
    .updateTable("otp_codes")
    .set({ delivery, delivery_at: world.now() })
    .where("message_id", "=", messageId)
    .where((where) => {
      const isFirst = where("delivery", "is", null);
      return delivery === "pending" ? isFirst : where.or([isFirst, where("delivery", "=", "pending")]);
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Compares a code with the living one of a device token and uses it up where it is right, in the caller's transaction, which must
 * commit before anybody learns the outcome. The comparison is counted by the statement that allows it, before it is made: whatever
 * runs in parallel, on whichever node, there are three for a code, nine wrong ones a day for a number, and a right code is accepted
 * once (T16, S2). "spent": the comparison was the code's last, and wrong. "dead": no comparison was allowed any more, and none was made.
 */
export async function takeCode(
  world: World,
  tx: Transaction,
  member: Member,
  deviceToken: string,
  code: string,
): Promise<LivingCode | "wrong" | "spent" | "dead" | { retryAfterSeconds: number }> {
  const now = world.now();
  const row = await tx
    .updateTable("otp_codes")
    .set({ comparisons: sql`comparisons + 1` })
    .where(living(world, member, deviceToken))
    .returning(["id", "phone", "purpose", "code_hash", "comparisons"])
    .executeTakeFirst();
  if (row === undefined) return "dead";
  const failures = ["otp failures", row.phone] as const;
  // Of the very instant that is taken back where the code is right.
  const counted = await hit({ ...world, now: () => now }, tx, failures, FAILURES_OF_A_NUMBER);
  if (!counted.isAllowed) return { retryAfterSeconds: counted.retryAfterSeconds };
  if (!timingSafeEqual(codeHash(world, row.id, code), row.code_hash))
    return row.comparisons < COMPARISONS_MAX ? "wrong" : "spent";
  await takeBack(world, tx, failures, now);
  await tx.updateTable("otp_codes").set({ used_at: now }).where("id", "=", row.id).execute();
  return { id: row.id, phone: row.phone, purpose: row.purpose };
}

/** True for a code of this session and number that was asked for (`created_at`) or right (`used_at`) within the last seconds. */
export async function hasRecentCode(
  world: World,
  member: Member,
  what: { phone: string; purpose: CodePurpose; since: "created_at" | "used_at"; seconds: number },
): Promise<boolean> {
  const row = await world.database.db
    .selectFrom("otp_codes")
    .select("id")
    .where("session_id", "=", member.sessionId)
    .where("phone", "=", what.phone)
    .where("purpose", "=", what.purpose)
    .where(what.since, ">", new Date(world.now().getTime() - what.seconds * 1000))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True while a code of this session can still be checked under its device token. */
export async function isAwaited(world: World, member: Member, token: string): Promise<boolean> {
  const row = await world.database.db
    .selectFrom("otp_codes")
    .select("id")
    .where(living(world, member, token))
    .executeTakeFirst();
  return row !== undefined;
}

/** The code of a device token that its own session can still check. */
function living(world: World, member: Member, token: string) {
  return (where: ExpressionBuilder<Tables, "otp_codes">) =>
    where.and([
      where("device_token_hash", "=", tokenHash(token)),
      where("session_id", "=", member.sessionId),
      where("used_at", "is", null),
      where("voided_at", "is", null),
      where("expires_at", ">", world.now()),
      where("comparisons", "<", COMPARISONS_MAX),
    ]);
}

/** How long until another code can be had after the one of a device token (G64); 0 where it can be had now. */
export async function secondsToNextCode(world: World, member: Member, token: string): Promise<number> {
  const row = await world.database.db
    .selectFrom("otp_codes")
    .select("created_at")
    .where("device_token_hash", "=", tokenHash(token))
    .where("session_id", "=", member.sessionId)
    .executeTakeFirst();
  const passed = row === undefined ? RESEND_SECONDS : (world.now().getTime() - row.created_at.getTime()) / 1000;
  return Math.max(0, Math.ceil(RESEND_SECONDS - passed));
}

function codeHash(world: World, id: string, code: string): Uint8Array {
  return keyedHash(world, "otp", id, code);
}

/** Every code is as likely as any other: chance beyond the last whole multiple is thrown away. */
function randomCode(world: World): string {
  for (;;) {
    const chance = new DataView(Uint8Array.from(world.random(2)).buffer).getUint16(0);
    if (chance < 6 * CODES) return String(chance % CODES).padStart(4, "0");
  }
}

function deviceToken(world: World): string {
  return Buffer.from(world.random(16)).toString("base64url");
}
