import { sql, type ExpressionBuilder } from "kysely";
import type { OtpCodesTable, Tables } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { hit, undoHit } from "../../platform/http/counted-limits.server.ts";
import type { SmsReceipt } from "../../platform/gateways/messages.ts";
import { isKeyedHash, keyedHash, tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { tooMany, type Refused } from "../contract.ts";
import type { Member } from "../member.ts";

/** A 4-digit code is easy to guess, so it lives for five minutes and few comparisons are allowed. */
export const LIFE_SECONDS = 300;
const COMPARISONS_MAX = 3;
/** Seconds between two messages to a number. */
export const RESEND_SECONDS = 60;
const FAILURES_OF_A_NUMBER = [{ limit: 9, seconds: 86_400 }];
const CODES = 10_000;

const CODE_WRONG: Refused = { problems: [{ key: "otp", message: "members_otp_wrong" }] };
const CODE_SPENT: Refused = { problems: [{ key: "otp", message: "account_refused_otp_spent" }] };
export const CODE_DEAD: Refused = { problems: [{ key: "otp", message: "account_refused_otp_dead" }] };

export type CodePurpose = OtpCodesTable["purpose"];
export type NewCode = { id: string; code: string; deviceToken: string };
export type ValidCode = { phone: string; purpose: CodePurpose };

/**
 * Makes a code for a number in the caller's transaction; earlier codes of the number and of the session end. The device token (128 bits)
 * identifies session, number and purpose. Only hashes of the token and of the code are stored.
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
      code_hash: keyedHash(world, "otp", made.id, made.code),
      created_at: now,
      expires_at: new Date(now.getTime() + LIFE_SECONDS * 1000),
    })
    .execute();
  return made;
}

/** Voids a code whose message cannot arrive. */
export async function voidCode(world: World, id: string): Promise<void> {
  await world.database.db.updateTable("otp_codes").set({ voided_at: world.now() }).where("id", "=", id).execute();
}

/** Stores the provider's message id, by which a delivery receipt finds the code. */
export async function noteMessage(world: World, id: string, messageId: string): Promise<void> {
  await world.database.db.updateTable("otp_codes").set({ message_id: messageId }).where("id", "=", id).execute();
}

/**
 * Stores the delivery status of a code's message. Receipts may repeat and come out of order: a final status stays. Returns false where
 * nothing changed, as for an unknown message.
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
 * Compares a typed code with the code of a device token, and uses that up if it is right. Runs in the caller's transaction, which must
 * commit before the outcome is told. The statement that allows a comparison counts it first, so parallel calls on any node share three
 * comparisons for a code and nine wrong ones a day for a number, and a right code is accepted once. Refuses with `CODE_DEAD` where no
 * comparison is allowed, also for a code of another purpose than `purposes`, and with `CODE_SPENT` where this wrong one was the last.
 */
export async function verifyCode(
  world: World,
  tx: Transaction,
  member: Member,
  { deviceToken, code, purposes }: { deviceToken: string; code: string; purposes?: readonly CodePurpose[] },
): Promise<{ ok: ValidCode } | Refused> {
  const now = world.now();
  const row = await tx
    .updateTable("otp_codes")
    .set({ comparisons: sql`comparisons + 1` })
    .where(living(world, member, deviceToken))
    .$if(purposes !== undefined, (query) => query.where("purpose", "in", purposes ?? []))
    .returning(["id", "phone", "purpose", "code_hash", "comparisons"])
    .executeTakeFirst();
  if (row === undefined) return CODE_DEAD;
  const failures = ["otp failures", row.phone] as const;
  // Counts a failure before the code is compared. A right code takes it back below, by the same instant.
  const counted = await hit({ ...world, now: () => now }, tx, failures, FAILURES_OF_A_NUMBER);
  if (!counted.isAllowed) return tooMany(counted);
  if (!isKeyedHash(world, row.code_hash, "otp", row.id, code))
    return row.comparisons < COMPARISONS_MAX ? CODE_WRONG : CODE_SPENT;
  await undoHit(world, tx, failures, now);
  await tx.updateTable("otp_codes").set({ used_at: now }).where("id", "=", row.id).execute();
  return { ok: { phone: row.phone, purpose: row.purpose } };
}

/** True while this session can still check a code with the device token. */
export async function isAwaited(world: World, member: Member, token: string): Promise<boolean> {
  const row = await world.database.db
    .selectFrom("otp_codes")
    .select("id")
    .where(living(world, member, token))
    .executeTakeFirst();
  return row !== undefined;
}

/** The conditions for a code that this session can still check with the device token. */
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

/** The seconds until another code can be requested; 0 for now. */
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

/** Draws every code with the same probability: values beyond the last whole multiple are drawn again. */
function randomCode(world: World): string {
  for (;;) {
    const chance = new DataView(Uint8Array.from(world.random(2)).buffer).getUint16(0);
    if (chance < 6 * CODES) return String(chance % CODES).padStart(4, "0");
  }
}

function deviceToken(world: World): string {
  return Buffer.from(world.random(16)).toString("base64url");
}
