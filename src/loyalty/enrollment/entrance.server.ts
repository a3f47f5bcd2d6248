import type { FloorOutcome, FloorRefused } from "../floor-outcome.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { orderCard } from "./card.server.ts";
import { ERRORS, type EnrollmentStatus } from "./statuses.ts";
import { move } from "./moves.server.ts";
import { lockEnrollment, personOfCardId, personOfEnrollment } from "./queries.server.ts";
import {
  askRegister,
  hasNameAndBirthday,
  storeVerdict,
  type Verdict,
  type Person,
} from "../../protection/exclusions/registers.server.ts";
import { isUnderAge } from "./identity-progress.server.ts";
import { isDisabledPerson } from "../shut-out.server.ts";
import { membershipByCard, membershipById } from "../queries.server.ts";
import { noteUse } from "../memberships.server.ts";

/** The reason why somebody is not admitted. An exclusion is never explained. */
type Reason = "IDENTITY_NOT_CHECKED" | "CHECK_UNAVAILABLE" | "CHECK_BARRED_ERROR" | "CHECK_AGE_ERROR" | "NOT_ADMITTED";

type Guest = Person & { membershipId: string | null; enrollmentId: string | null; number: string };

/** A scan at the entrance and the register's verdict, prepared before the transaction that applies them. */
export type Entry = { cardId: string; isIdentityChecked: boolean; guest: Guest | null; verdict: Verdict | null };

/**
 * Looks up whose number was scanned and asks the register of the venue's country about that person (R.321-27 CSI). The register
 * is not asked before reception has seen an identity document.
 */
export async function prepareEntry(
  world: World,
  venue: Venue,
  { cardId, isIdentityChecked }: Pick<Entry, "cardId" | "isIdentityChecked">,
): Promise<Entry> {
  const guest = await guestOf(world, cardId);
  const isAsked = guest !== null && isIdentityChecked;
  const verdict = isAsked ? await askRegister(world, venue.country, guest, "entrance") : null;
  return { cardId, isIdentityChecked, guest, verdict };
}

async function guestOf(world: World, number: string): Promise<Guest | null> {
  const { db } = world.database;
  const member = await membershipByCard(db, number);
  if (member !== null && hasNameAndBirthday(member))
    return { ...member, membershipId: member.id, enrollmentId: null, number };
  const enrolling = await personOfCardId(db, number);
  if (enrolling === undefined || !hasNameAndBirthday(enrolling)) return null;
  return { ...enrolling, membershipId: enrolling.membership_id, enrollmentId: enrolling.id, number };
}

/**
 * The answer to the entrance, in the event's transaction. A READY enrollment becomes VALIDATED and its card is ordered; a member
 * is admitted. UNKNOWN_CARD for an unknown number, CARD_ENDED or NOT_READY for one that is no longer valid.
 */
export async function admit(world: World, tx: Transaction, venue: Venue, entry: Entry): Promise<FloorOutcome> {
  const { guest } = entry;
  if (guest === null) return { refusal: "UNKNOWN_CARD" };
  if (entry.verdict !== null)
    await storeVerdict(tx, { enrollmentId: guest.enrollmentId, membershipId: guest.membershipId }, entry.verdict);
  const reason = reasonAgainst(world, venue, entry, guest);
  return guest.enrollmentId === null || guest.membershipId !== null
    ? admitMember(world, tx, guest, reason)
    : admitEnrolling(world, tx, venue, guest, guest.enrollmentId, reason);
}

function reasonAgainst(world: World, venue: Venue, { isIdentityChecked, verdict }: Entry, guest: Guest): Reason | null {
  if (!isIdentityChecked) return "IDENTITY_NOT_CHECKED";
  if (isUnderAge(world, venue.country, guest.birthday)) return ERRORS.age;
  if (verdict === null) return "CHECK_UNAVAILABLE";
  return verdict.verdict === "barred" ? ERRORS.barred : null;
}

async function admitMember(world: World, tx: Transaction, guest: Guest, reason: Reason | null): Promise<FloorOutcome> {
  const member = await membershipById(tx, guest.membershipId ?? "");
  if (member === null) throw new Error("The membership no longer exists");
  if (member.cardNumber !== guest.number) return { refusal: "CARD_ENDED", status: "COMPLETED" };
  if (reason === null) await noteUse(world, tx, member.id);
  const refused = reason ?? (member.status === "active" ? null : ("NOT_ADMITTED" as const));
  return answer("COMPLETED", refused, member.cardNumber);
}

async function admitEnrolling(
  world: World,
  tx: Transaction,
  venue: Venue,
  guest: Guest,
  enrollmentId: string,
  reason: Reason | null,
): Promise<FloorOutcome> {
  const enrollment = await lockEnrollment(tx, enrollmentId);
  const account = await personOfEnrollment(tx, enrollmentId);
  const { status } = enrollment;
  // A number from before an expiry or a restart is no longer valid.
  if (enrollment.card_id !== guest.number) return notReady(status);
  if (status === "DISABLED" || account?.account_status !== "confirmed" || (await isDisabledPerson(world, tx, guest)))
    return answer(status, reason ?? "NOT_ADMITTED", null);
  if (reason !== null) return answer(status, reason, null);
  if (status !== "READY") return answer(status, null, null);
  const isOver = enrollment.expires_at !== null && enrollment.expires_at <= world.now();
  if (isOver) {
    await move(world, tx, enrollment, "CANCELED");
    return notReady("CANCELED");
  }
  const validated = await move(world, tx, enrollment, "VALIDATED", { validated_site_id: venue.siteId });
  if (validated === null) throw new Error("A READY enrollment could not be validated");
  await orderCard(world, tx, enrollment.id);
  return answer("VALIDATED", null, null);
}

function answer(status: EnrollmentStatus, reason: Reason | null, cardNumber: string | null): FloorOutcome {
  return {
    ok: {
      admitted: reason === null,
      ...(reason === null ? {} : { reason }),
      enrollment_status: status,
      ...(cardNumber === null || reason !== null ? {} : { card_number: cardNumber }),
    },
  };
}

function notReady(status: EnrollmentStatus): FloorRefused {
  return { refusal: "NOT_READY", status };
}
