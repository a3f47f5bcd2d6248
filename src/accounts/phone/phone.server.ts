import { sql } from "kysely";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { Mail } from "../../platform/gateways/messages.ts";
import type { World } from "../../platform/world.ts";
import { captchaRefusal } from "../login/captcha.server.ts";
import type { OtpSendInput, OtpVerifyInput, Problem, Refused } from "../contract.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { phoneChangedMail } from "../mails/profile-mails.server.ts";
import type { Member } from "../member.ts";
import { queueMail } from "../../mail/outbox.server.ts";
import { codeRefused } from "../reauthentication/reauthentication.server.ts";
import { FRESH_NEEDED, isFresh, noteProof, passwordRefused } from "../reauthentication/proof.server.ts";
import { CODE_DEAD, issueCode, verifyCode, type CodePurpose } from "./codes.server.ts";
import { countMessage, limitRefusal, SendLimitReached, reportHalfUsed } from "./limits.server.ts";
import { deliverCode } from "./message.server.ts";
import { isSameMobile, mobileNumber, type MobileNumber } from "./number.server.ts";
import { rotateAtNextIntrospection } from "../sessions/sessions.server.ts";
import { refusedToMember, type Visit } from "../visit.server.ts";

const SAME: Problem = { key: "device", message: "members_phone_same" };
const TAKEN: Problem[] = [{ key: "device", message: "members_phone_taken" }];
/** The key tells the page to start over with another number. */
const DISABLED: Problem[] = [{ key: "mobile_phone", message: "account_refused_phone_disabled" }];

/** `deviceToken` identifies the code when it is checked. */
export type CodeSent = { deviceToken: string };

/**
 * Sends a 4-digit code to a mobile number (POST /otp/send). Refuses under `device`: a number that is no mobile of an accepted country,
 * the member's own number, or another active account's. A member who already has a number needs a fresh proof, which may come with the
 * call. Codes of the purposes leave_phone and fresh go to that number and are such a proof.
 */
export async function sendPhoneCode(
  world: World,
  visit: Visit,
  member: Member,
  input: OtpSendInput,
): Promise<{ ok: CodeSent } | Refused> {
  const { device, purpose } = input;
  const refusal = refusedToMember(world, visit, member);
  if (refusal !== null) return { refusal };
  if (purpose === "verify_phone" && isOwnNumber(visit, member, device)) return { problems: [SAME] };
  const read = mobileNumber(world, visit.venue, device);
  if ("problems" in read) return read;
  const { number } = read;
  const problems = purposeProblems(member, number, purpose);
  if (problems.length > 0) return { problems };
  const robot = await captchaRefusal(world, visit);
  if (robot !== null) return { refusal: robot };
  const unproven = purpose === "verify_phone" ? await proofRefused(world, visit, member, input) : null;
  return unproven ?? countAndSend(world, visit, member, number, purpose);
}

/**
 * Problems of a new number that can be told before the old one is proved: its format, its kind, or that it is the same. Whether
 * another account has it is told only after a code was counted.
 */
export function newNumberProblems(world: World, visit: Visit, member: Member, device: string): Problem[] {
  if (isOwnNumber(visit, member, device)) return [SAME];
  const read = mobileNumber(world, visit.venue, device);
  return "problems" in read ? read.problems : purposeProblems(member, read.number, "verify_phone");
}

/** Checked first, because the member's own number may no longer be accepted for verification. */
function isOwnNumber({ venue }: Visit, { mobilePhone }: Member, device: string): boolean {
  return mobilePhone !== null && isSameMobile(device, mobilePhone, venue);
}

function purposeProblems(member: Member, { e164 }: MobileNumber, purpose: CodePurpose): Problem[] {
  const isOwn = e164 === member.mobilePhone;
  if (purpose === "verify_phone") return isOwn ? [SAME] : [];
  if (isOwn) return [];
  return [
    { key: "device", message: member.mobilePhone === null ? "account_refused_phone_none" : "members_phone_invalid" },
  ];
}

/**
 * What a member who replaces a verified number lacks; null where there is no old number, or a proof that is fresh or comes with the
 * call.
 */
async function proofRefused(world: World, visit: Visit, member: Member, input: OtpSendInput): Promise<Refused | null> {
  const { current_password: password, device_token: deviceToken, otp } = input;
  if (member.mobilePhone === null || isFresh(world, member)) return null;
  if (password !== undefined) return passwordRefused(world, visit, member, { password, field: "current_password" });
  if (deviceToken !== undefined && otp !== undefined)
    return codeRefused(world, member, { device_token: deviceToken, otp });
  return FRESH_NEEDED;
}

/**
 * Counts before it answers, so that the limits also bound how many numbers can be probed. A number of another account is refused and
 * counts against the caller and the network only: nothing is sent, so its holder loses none of their messages.
 */
async function countAndSend(
  world: World,
  visit: Visit,
  member: Member,
  number: MobileNumber,
  purpose: CodePurpose,
): Promise<{ ok: CodeSent } | Refused> {
  try {
    const count = async (tx: Transaction) => {
      const others = await othersWith(tx, member, number.e164);
      const isTaken = others.some((other) => other.isActive);
      const { halfOf } = await countMessage(world, tx, number, member, { block: visit.client.block, isSent: !isTaken });
      return { halfOf, code: isTaken ? null : await issueCode(world, tx, member, number.e164, purpose) };
    };
    const { halfOf, code: made } = await inTransaction(world.database, count, { isRepeatable: true });
    if (halfOf !== null) reportHalfUsed(world, halfOf);
    if (made === null) return { problems: TAKEN };
    const outcome = await deliverCode(world, visit, { ...made, phone: number.e164, purpose });
    if (outcome === "refused") return { problems: [{ key: "device", message: "members_phone_invalid" }] };
    return { ok: { deviceToken: made.deviceToken } };
  } catch (error) {
    if (error instanceof SendLimitReached) return { refusal: await limitRefusal(world, error) };
    throw error;
  }
}

/** What was proved: the member holds the new number, or held the old one. */
export type CodeVerified = { result: true; purpose: CodePurpose };

/**
 * Checks a code (POST /otp/verify). A right one is accepted once. It gives the member the number, in place of an earlier one, and the
 * next introspection issues a new token, because the session's rights changed. A disabled account's number is refused under
 * `mobile_phone`.
 */
export async function verifyPhoneCode(
  world: World,
  visit: Visit,
  member: Member,
  { device_token: deviceToken, otp }: OtpVerifyInput,
): Promise<{ ok: CodeVerified } | Refused> {
  const refusal = refusedToMember(world, visit, member);
  if (refusal !== null) return { refusal };
  const sender = await mailSender(world, visit.venue);
  try {
    // One transaction, so that a counted comparison always gets its answer.
    return await inTransaction(
      world.database,
      async (tx) => {
        const taken = await verifyCode(world, tx, member, { deviceToken, code: otp });
        if (!("ok" in taken)) return taken;
        const { phone, purpose } = taken.ok;
        if (purpose !== "verify_phone") {
          // The number may have changed since the code was sent.
          if (phone !== member.mobilePhone) return CODE_DEAD;
          await noteProof(world, tx, member);
          return { ok: { result: true, purpose } };
        }
        const problems = await adopt(world, tx, member, phone);
        if (problems.length > 0) return { problems };
        const frame = { sender, locale: visit.locale, firstname: member.firstname, to: member.email };
        // Do not write to a pending account: its address is not confirmed.
        if (member.mobilePhone !== null && member.isEmailValid)
          await tellHolder(world, tx, member, phoneChangedMail(frame));
        return { ok: { result: true, purpose } };
      },
      { isRepeatable: true },
    );
  } catch (error) {
    // Another account with this number was confirmed at the same moment.
    if (isUniqueViolation(error)) return { problems: TAKEN };
    throw error;
  }
}

function tellHolder(world: World, tx: Transaction, { accountId }: Member, mail: Omit<Mail, "id">): Promise<void> {
  return queueMail(world, tx, { id: world.uuid(), kind: "phone_changed", accountId, mail });
}

/** Two members who verify the same number at once run one by one; the second finds the first. */
async function adopt(world: World, tx: Transaction, member: Member, phone: string): Promise<Problem[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${phone}, 0))`.execute(tx);
  const others = await othersWith(tx, member, phone);
  if (others.some((other) => other.isActive)) return TAKEN;
  if (others.some((other) => !other.isActive && !other.isTwin)) return DISABLED;
  const twins = others.filter((other) => other.isTwin).map((other) => other.id);
  if (twins.length > 0)
    await tx
      .updateTable("accounts")
      .set({ mobile_phone: null, mobile_phone_verified_at: null })
      .where("id", "in", twins)
      .execute();
  await tx
    .updateTable("accounts")
    .set({ mobile_phone: phone, mobile_phone_verified_at: world.now() })
    .where("id", "=", member.accountId)
    .execute();
  await rotateAtNextIntrospection(tx, member.sessionId);
  return [];
}

type Other = { id: string; isActive: boolean; isTwin: boolean };

/**
 * Other accounts with a number. A twin is a pending account of the same address: the person registered twice, and the number moves to
 * the current account. A disabled account, or one that is being deleted, is not active.
 */
async function othersWith(tx: Transaction, member: Member, phone: string): Promise<Other[]> {
  const rows = await tx
    .selectFrom("accounts")
    .select(["id", "status", "email", "disabled_at", "deletion_requested_at"])
    .where("mobile_phone", "=", phone)
    .where("id", "!=", member.accountId)
    .where("status", "in", ["pending", "confirmed"])
    .execute();
  return rows.map((row) => {
    const isTwin = row.status === "pending" && row.email === member.email && row.disabled_at === null;
    return {
      id: row.id,
      isTwin,
      isActive: !isTwin && row.disabled_at === null && row.deletion_requested_at === null,
    };
  });
}
