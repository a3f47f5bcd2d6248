import { ageAt } from "../../accounts/profile/ages.ts";
import { normalisedName } from "../../accounts/accounts.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { IdentityDocument, IdentityState } from "../../platform/gateways/identity.ts";
import { keyedHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { policyOf } from "../../venues/law/country-policy.ts";
import { ERRORS } from "./statuses.ts";
import { move } from "./moves.server.ts";
import {
  attemptOfId,
  changeAttempt,
  changeEnrollment,
  lockEnrollment,
  openAttempt,
  personOfEnrollment,
  type Attempt,
  type Enrollment,
} from "./queries.server.ts";
import { areSameNames } from "./identity-match.server.ts";
import { personHash } from "../memberships.server.ts";

export const CHECKS_QUEUE = "loyalty.enrollment-checks";
export const PURGE_QUEUE = "loyalty.identity-purge";
/** About a day, so that an outage of a register or of the provider is survived. */
const ATTEMPTS = { retryLimit: 40, retryDelaySeconds: 5 } as const;
const PROVIDER_CHECKS = 3;

export type Progress = "applied" | "unchanged" | "stale";

/**
 * Reads an attempt's verification at the provider and updates the enrollment. Webhooks are only hints; the provider's own answer
 * is what counts. A closed attempt changes nothing. Throws, without any change, if the provider does not answer.
 */
export async function refreshAttempt(world: World, attemptId: string): Promise<Progress> {
  const attempt = await attemptOfId(world.database.db, attemptId);
  const { identity } = world.gateways;
  if (attempt === undefined || attempt.closed_at !== null) return "stale";
  if (identity === null) throw new Error("No identity provider is configured");
  const state = await identity.read(attempt.verification_id);
  return inTransaction(world.database, (tx) => follow(world, tx, attempt, state ?? { status: "expired" }));
}

async function follow(world: World, tx: Transaction, known: Attempt, state: IdentityState): Promise<Progress> {
  const enrollment = await lockEnrollment(tx, known.enrollment_id);
  const attempt = await openAttempt(tx, enrollment.id);
  if (attempt?.id !== known.id) return "stale";
  await changeAttempt(tx, attempt.id, { reread_at: world.now() });
  const moved = await followState(world, tx, enrollment, attempt, state);
  return moved ? "applied" : "unchanged";
}

/** True if the enrollment changed. */
async function followState(
  world: World,
  tx: Transaction,
  enrollment: Enrollment,
  attempt: Attempt,
  state: IdentityState,
): Promise<boolean> {
  switch (state.status) {
    case "created":
      return false;
    case "opened":
      return enrollment.status === "NEW" && (await move(world, tx, enrollment, "OPENED")) !== null;
    case "checking":
      return checking(world, tx, enrollment, state.done);
    case "rejected":
      return end(world, tx, enrollment, attempt, { to: "ERROR", error: ERRORS.document });
    case "refused":
    case "expired":
      return end(world, tx, enrollment, attempt, { to: "CANCELED", error: null });
    case "approved":
      return approve(world, tx, enrollment, attempt, state.document);
  }
}

/** Progress never goes back, whatever the provider reports later. */
async function checking(world: World, tx: Transaction, enrollment: Enrollment, told: number): Promise<boolean> {
  const done = Math.max(enrollment.checks_done, Math.min(told, PROVIDER_CHECKS));
  const isOn = enrollment.status === "STARTED";
  if (!isOn) return (await move(world, tx, enrollment, "STARTED", { checks_done: done })) !== null;
  if (done === enrollment.checks_done) return false;
  await changeEnrollment(tx, enrollment.id, { checks_done: done });
  return true;
}

async function end(
  world: World,
  tx: Transaction,
  enrollment: Enrollment,
  attempt: Attempt,
  { to, error }: { to: "ERROR" | "CANCELED"; error: string | null },
): Promise<boolean> {
  // The provider cannot change the outcome once our own checks run.
  if (enrollment.status === "OK" || (await move(world, tx, enrollment, to, { error })) === null) return false;
  await orderPurge(world, tx, attempt);
  return true;
}

/**
 * The provider has approved the document; here we check that it is the account holder's. If so, its names and birthday replace
 * the account's. Of the document itself only a keyed hash of its number, its type, country and expiry date are kept.
 */
async function approve(
  world: World,
  tx: Transaction,
  enrollment: Enrollment,
  attempt: Attempt,
  document: IdentityDocument,
): Promise<boolean> {
  if (enrollment.status === "OK") return false;
  const account = await personOfEnrollment(tx, enrollment.id);
  const isHolder = account !== undefined && isHoldersDocument(world, account, document);
  if (!isHolder) return end(world, tx, enrollment, attempt, { to: "ERROR", error: ERRORS.identity });
  const { lastname, firstname, birthday } = document;
  const moved = await move(world, tx, enrollment, "OK", {
    checks_done: PROVIDER_CHECKS,
    person_hash: personHash(world, document),
    document_hash: documentHash(world, document),
  });
  if (moved === null) return false;
  const verified = {
    lastname,
    lastname_normalised: normalisedName(lastname),
    firstname,
    firstname_normalised: normalisedName(firstname),
    birthday,
    identity_verified_at: world.now(),
  };
  await tx.updateTable("accounts").set(verified).where("id", "=", enrollment.account_id).execute();
  await changeAttempt(tx, attempt.id, {
    document_type: document.type,
    document_country: document.country,
    document_expires_on: document.expiresOn,
  });
  await world.jobs.send(tx, CHECKS_QUEUE, { attemptId: attempt.id }, ATTEMPTS);
  return true;
}

/** Orders the provider to erase the pictures of the document. */
export async function orderPurge(
  world: World,
  tx: Transaction,
  attempt: Pick<Attempt, "verification_id">,
): Promise<void> {
  await world.jobs.send(tx, PURGE_QUEUE, { verificationId: attempt.verification_id }, ATTEMPTS);
}

/**
 * True if the names match (see `areSameNames`) and the birthday is equal. A minor's document passes with any birthday, so that
 * the age check can refuse it as such.
 */
function isHoldersDocument(
  world: World,
  account: Pick<Enrollment, "country"> & Record<"lastname" | "firstname" | "birthday", string | null>,
  document: IdentityDocument,
): boolean {
  const { lastname, firstname, birthday } = account;
  if (lastname === null || firstname === null || birthday === null) return false;
  if (!areSameNames({ lastname, firstname }, document)) return false;
  return document.birthday === birthday || isUnderAge(world, account.country, document.birthday);
}

/** Applies the minimum age of the country, on today's date there. */
export function isUnderAge(world: Pick<World, "now">, country: Enrollment["country"], birthday: string): boolean {
  const policy = policyOf(country);
  return ageAt(world.now(), policy.timeZone, birthday) < policy.minimumAge;
}

function documentHash(world: World, { number, country }: IdentityDocument): Uint8Array | null {
  if (number === null) return null;
  const plain = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return plain === "" ? null : keyedHash(world, "identity-document", country ?? "", plain);
}
