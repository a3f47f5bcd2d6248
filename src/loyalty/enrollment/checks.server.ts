import { DAY_MS } from "../../platform/durations.ts";
import type { EnrollmentStatus } from "./statuses.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { CHECKS_TOTAL, ERRORS } from "./statuses.ts";
import { move } from "./moves.server.ts";
import {
  attemptOfId,
  changeEnrollment,
  isDuplicate,
  keepCardId,
  lockEnrollment,
  openAttempt,
  personOfEnrollment,
  type Attempt,
  type Enrollment,
  type EnrollmentOfPerson,
} from "./queries.server.ts";
import {
  askRegister,
  hasNameAndBirthday,
  storeVerdict,
  type Verdict,
  type Person,
} from "../../protection/exclusions/registers.server.ts";
import { isUnderAge, orderPurge } from "./identity-progress.server.ts";
import { isDisabledPerson } from "../shut-out.server.ts";
import { issueCard, membershipOfPerson, reserveCardNumber } from "../memberships.server.ts";
import type { Membership } from "../membership.ts";
import { linkAccount } from "../queries.server.ts";

const READY_DAYS = 90;
const AGE_CHECKED = 4;

type Checked = EnrollmentOfPerson & Person;

/**
 * The job: checks a person whose document is approved, in this order: age, register of exclusions, duplicate. Throws, and is
 * retried, if the register does not answer; the enrollment waits in OK meanwhile.
 */
export async function checkPerson(world: World, attemptId: string): Promise<void> {
  const { db } = world.database;
  const attempt = await attemptOfId(db, attemptId);
  if (attempt === undefined || attempt.closed_at !== null) return;
  const person = await personOfEnrollment(db, attempt.enrollment_id);
  if (person === undefined || person.status !== "OK" || !hasNameAndBirthday(person)) return;
  if (isUnderAge(world, person.country, person.birthday)) {
    await decide(world, attempt, (tx, enrollment) =>
      move(world, tx, enrollment, "ERROR", { error: ERRORS.age, checks_done: AGE_CHECKED - 1 }),
    );
    return;
  }
  const verdict = await askRegister(world, person.country, await asRegistered(world, attempt, person), "enrollment");
  if (verdict === null) throw new Error("The register of exclusions does not answer; the enrollment waits");
  await decide(world, attempt, (tx, enrollment) => decideOn(world, tx, { ...person, ...enrollment }, verdict));
}

/** The Belgian register lists a married woman who lives in France under her birth name, which only the document has. */
async function asRegistered(world: World, attempt: Attempt, person: Checked): Promise<Person> {
  if (person.country !== "BE" || attempt.document_country !== "FRA" || person.civility_id !== 1) return person;
  const state = await world.gateways.identity?.read(attempt.verification_id);
  const birthName = state?.status === "approved" ? state.document.birthName : null;
  return { ...person, lastname: birthName ?? person.lastname };
}

/** Decides with the enrollment locked, if it still waits for this attempt. Then the provider is asked to erase its data. */
async function decide(
  world: World,
  attempt: Attempt,
  work: (tx: Transaction, enrollment: Enrollment) => Promise<unknown>,
): Promise<void> {
  await inTransaction(
    world.database,
    async (tx) => {
      const enrollment = await lockEnrollment(tx, attempt.enrollment_id);
      const open = await openAttempt(tx, enrollment.id);
      if (enrollment.status !== "OK" || open?.id !== attempt.id) return;
      await work(tx, enrollment);
      await orderPurge(world, tx, attempt);
    },
    { isRepeatable: true },
  );
}

async function decideOn(world: World, tx: Transaction, person: Checked, verdict: Verdict): Promise<void> {
  await storeVerdict(tx, { enrollmentId: person.id, membershipId: null }, verdict);
  if (verdict.verdict === "barred") {
    await move(world, tx, person, "ERROR", { error: ERRORS.barred, checks_done: AGE_CHECKED });
    return;
  }
  await changeEnrollment(tx, person.id, { checks_done: AGE_CHECKED + 1 });
  // Without the error of somebody who has a card, which would lead to linking it.
  if (await isDisabledPerson(world, tx, person)) return moveWithCard(world, tx, person, "DISABLED", { error: null });
  const membership = await membershipOfPerson(world, tx, person);
  if (await isDuplicate(tx, person)) return refuseDuplicate(world, tx, person);
  if (membership?.status === "active" && isOwnOrSamePhone(person, membership))
    return link(world, tx, person, membership);
  if (membership !== null) return refuseDuplicate(world, tx, person);
  const expiresAt = new Date(world.now().getTime() + READY_DAYS * DAY_MS);
  await moveWithCard(world, tx, person, "READY", { expires_at: expiresAt, checks_done: CHECKS_TOTAL });
}

/**
 * Refuses a second enrollment of the same person, and does not link the other account's card. Reception finds the case by the
 * reserved number.
 */
async function refuseDuplicate(world: World, tx: Transaction, person: Checked): Promise<void> {
  await moveWithCard(world, tx, person, "DISABLED", { error: ERRORS.alreadyMember });
}

/** True if the membership is this account's, or belongs to no account and has the phone number that this account has verified. */
function isOwnOrSamePhone(person: EnrollmentOfPerson, membership: Membership): boolean {
  if (membership.accountId !== null) return membership.accountId === person.account_id;
  return membership.mobilePhone !== null && membership.mobilePhone === person.mobile_phone;
}

/** Links the card that was found to the account in the same commit. Issues one if the membership has no card in force. */
async function link(world: World, tx: Transaction, person: Checked, membership: Membership): Promise<void> {
  const cardId =
    membership.cardNumber ??
    (await issueCard(world, tx, { membershipId: membership.id, type: "DIGITAL", siteId: person.site_id }));
  if (cardId === null) throw new Error("The card could not be issued");
  await keepCardId(tx, cardId, person.account_id, world.now());
  await move(world, tx, person, "LINKED", {
    card_id: cardId,
    membership_id: membership.id,
    checks_done: CHECKS_TOTAL,
  });
  await linkAccount(tx, person.account_id, membership);
}

async function moveWithCard(
  world: World,
  tx: Transaction,
  person: Checked,
  to: EnrollmentStatus,
  change: Partial<Enrollment>,
): Promise<void> {
  const cardId = await reserveCardNumber(world, tx);
  await keepCardId(tx, cardId, person.account_id, world.now());
  await move(world, tx, person, to, { card_id: cardId, ...change });
}
