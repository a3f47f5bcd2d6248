import { ageOn } from "../../accounts/profile/ages.ts";
import { normalisedName } from "../../accounts/accounts.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { IdentityDocument, IdentityState } from "../../platform/gateways.ts";
import { keyedHash } from "../../platform/sealing.server.ts";
import { wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { policyOf } from "../../venues/country-policy.ts";
import { ERRORS } from "./graph.ts";
import { move } from "./moves.server.ts";
import {
  attemptOfId,
  changeAttempt,
  changeEnrollment,
  lockEnrollment,
  openAttempt,
  personOfEnrollment,
  setVerifiedIdentity,
  type Attempt,
  type Enrollment,
} from "./queries.server.ts";
import { areSameNames } from "./identity-match.server.ts";
import { personHash } from "../memberships.server.ts";

export const CHECKS_QUEUE = "loyalty.enrollment-checks";
export const PURGE_QUEUE = "loyalty.identity-purge";
/** About a day: a register or a provider that is away is asked again until it is back. */
const ATTEMPTS = { retryLimit: 40, retryDelaySeconds: 5 } as const;
const PROVIDER_CHECKS = 3;

export type Progress = "applied" | "unchanged" | "stale";

/**
 * Reads an attempt's verification at the provider and lets the dossier follow: whoever says that something happened, this is what is
 * believed (T20). An attempt that is over moves nothing (E2). Throws where the provider cannot be asked; everything stays then (F21).
 */
export async function refreshAttempt(world: World, attemptId: string): Promise<Progress> {
  const attempt = await attemptOfId(world.database.db, attemptId);
  const { identity } = world.gateways;
  if (attempt === undefined || attempt.closed_at !== null) return "stale";
  if (identity === null) throw new Error("This installation has no identity provider");
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

/** True where the dossier changed. */
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

/** Checks that were done stay done, whatever is told later (E3). */
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
  // Once our own checks run, the provider has nothing more to say.
  if (enrollment.status === "OK" || (await move(world, tx, enrollment, to, { error })) === null) return false;
  await orderPurge(world, tx, attempt);
  return true;
}

/**
 * The provider is sure of the document; ours is to see that it is the account holder's (T21). Its words are the account's from then
 * on (G92); of the document itself a keyed hash, its kind, country and end of validity stay (G96).
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
  const words = {
    lastname,
    lastname_normalised: normalisedName(lastname),
    firstname,
    firstname_normalised: normalisedName(firstname),
    birthday,
  };
  await setVerifiedIdentity(tx, enrollment.account_id, words, world.now());
  await changeAttempt(tx, attempt.id, {
    document_type: document.type,
    document_country: document.country,
    document_expires_on: document.expiresOn,
  });
  await world.jobs.send(tx, CHECKS_QUEUE, { attemptId: attempt.id }, ATTEMPTS);
  return true;
}

/** The pictures have done their work. */
export async function orderPurge(
  world: World,
  tx: Transaction,
  attempt: Pick<Attempt, "verification_id">,
): Promise<void> {
  await world.jobs.send(tx, PURGE_QUEUE, { verificationId: attempt.verification_id }, ATTEMPTS);
}

/**
 * Names as tolerant as documents are, the birthday exact: but a minor's document is a minor's, whatever the account says of the
 * birthday, and is told as such.
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

/** The house's age rule on the day of the venue's country (T48). */
export function isUnderAge(world: Pick<World, "now">, country: Enrollment["country"], birthday: string): boolean {
  const policy = policyOf(country);
  return ageOn(wallTime(world.now(), policy.timeZone).date, birthday) < policy.minimumAge;
}

function documentHash(world: World, { number, country }: IdentityDocument): Uint8Array | null {
  if (number === null) return null;
  const plain = number.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return plain === "" ? null : keyedHash(world, "identity-document", country ?? "", plain);
}
