import { DAY_MS } from "../../platform/durations.ts";
import * as paths from "../../venues/paths.ts";
import { setTimeout as pause } from "node:timers/promises";
import type { Refused } from "../../accounts/contract.ts";
import type { Member } from "../../accounts/member.ts";
import { once } from "../../platform/api/idempotency.server.ts";
import { refusedToMember, venueOfOrigin, type Visit } from "../../accounts/visit.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { IdentityGateway } from "../../platform/gateways/identity.ts";
import { decrypt, encrypt } from "../../platform/cryptography.server.ts";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { World } from "../../platform/world.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import type { Venue } from "../../venues/venue.ts";
import type { EnrollmentInput } from "./contract.ts";
import { isAtProvider, mayRestart } from "./statuses.ts";
import { IDENTITY_EVENT_QUEUE, unknownEventsOf } from "./identity-events.server.ts";
import { refreshAttempt } from "./identity-progress.server.ts";
import { enrollmentExpiry, move } from "./moves.server.ts";
import {
  attemptTimes,
  changeAttempt,
  changeEnrollment,
  closeOpenAttempt,
  insertAttempt,
  lockEnrollment,
  lockEnrollmentOf,
  openAttempt,
  type Attempt,
  type Enrollment,
} from "./queries.server.ts";

const LINK_MS = 15 * 60_000;
const CLAIM_MS = 30_000;
const ATTEMPTS_A_DAY = 3;
const ATTEMPTS_EVER = 10;
const WAITS = 20;
const WAIT_MS = 150;
const OUTAGE_SECONDS = 30;

/**
 * POST /users/enrollment: the link to the identity provider, the open one if there is one, else a new attempt of the same
 * enrollment. 409 if nothing can be started, 429 beyond three attempts a day, 503 while the provider is unavailable, which leaves
 * the enrollment unchanged. `key` is the call's Idempotency-Key.
 */
export async function startEnrollment(
  world: World,
  visit: Visit,
  member: Member,
  input: EnrollmentInput,
  key?: string,
): Promise<{ ok: { link: string } } | Refused> {
  const found = callbackVenue(world, visit, input.browser_callback_url);
  if ("problems" in found) return found;
  const refused = refusedToStart(world, { ...visit, venue: found.venue }, member);
  if (refused !== null) return refused;
  return once(world, `POST /users/enrollment ${member.accountId}`, key, input, () =>
    linkFor(world, found.venue, member, found.callback),
  );
}

/**
 * The venue whose page the visitor returns to. Only that exact page of one of our own sites is accepted, so that nobody can
 * redirect visitors elsewhere.
 */
function callbackVenue(
  world: World,
  visit: Visit,
  address: string,
): { venue: Venue; callback: string } | Exclude<Refused, { refusal: unknown }> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOurs =
    url !== null && url.pathname === paths.enrollment && address.startsWith(`${url.origin}${paths.enrollment}`);
  const found = isOurs ? venueOfOrigin(world, visit, url.origin, "browser_callback_url") : null;
  if (found === null || "problems" in found || found.venue === null)
    return { problems: [{ key: "browser_callback_url", message: "members_address_refused" }] };
  return { venue: found.venue, callback: `${venueOrigin(world, found.venue)}${paths.enrollment}` };
}

/** Checks that the member may enroll here. */
function refusedToStart(world: World, visit: Visit, member: Member): Refused | null {
  const refusal = refusedToMember(world, visit, member);
  if (refusal !== null) return { refusal };
  const forbidden = (error: `enrollment_${string}`): Refused => ({ refusal: { kind: "forbidden", error } });
  if (visit.venue?.config.enrollment !== true) return forbidden("enrollment_closed");
  if (!member.isEmailValid) return forbidden("enrollment_needs_email");
  if (!member.isPhoneValid) return forbidden("enrollment_needs_phone");
  if (member.playersPlusId !== null) return { refusal: { kind: "conflict", error: "enrollment_already_member" } };
  return null;
}

async function linkFor(
  world: World,
  venue: Venue,
  member: Member,
  callback: string,
): Promise<{ ok: { link: string } } | Refused> {
  const { identity } = world.gateways;
  if (identity === null) return OUTAGE;
  let isReread = false;
  for (let waited = 0; ; waited += 1) {
    const isFresh = isReread;
    const claimed = await inTransaction(world.database, (tx) => claimAttempt(world, tx, venue, member, isFresh));
    if ("reread" in claimed) {
      // The link has expired, but the verification may have gone on. Only the provider knows.
      if (!(await isReadAgain(world, claimed.reread))) return OUTAGE;
      isReread = true;
      continue;
    }
    if ("link" in claimed) return { ok: { link: claimed.link } };
    if ("claim" in claimed) return openAtProvider(world, identity, claimed, { venue, member, callback });
    if ("problems" in claimed || "refusal" in claimed) return claimed;
    if (waited >= WAITS) return { refusal: { kind: "unavailable", error: "enrollment_busy", retryAfterSeconds: 1 } };
    // Another request of the same person is talking to the provider. Wait for its link and use it.
    await pause(WAIT_MS);
  }
}

async function isReadAgain(world: World, attemptId: string): Promise<boolean> {
  try {
    await refreshAttempt(world, attemptId);
    return true;
  } catch (error) {
    world.log.warn({ err: error }, "cannot ask the identity provider");
    return false;
  }
}

const OUTAGE: Refused = {
  refusal: { kind: "unavailable", error: "enrollment_provider_away", retryAfterSeconds: OUTAGE_SECONDS },
};

type Claimed = { claim: string; enrollmentId: string; renews: string | null };

/**
 * Decides with the enrollment locked what to do, and claims it. Nothing else changes before the provider has given a link, so an
 * outage leaves the enrollment as it was.
 */
async function claimAttempt(
  world: World,
  tx: Transaction,
  venue: Venue,
  member: Member,
  isFresh: boolean,
): Promise<{ link: string } | { reread: string } | Claimed | { busy: true } | Refused> {
  const now = world.now();
  const enrollment = await lockEnrollmentOf(tx, {
    id: world.uuid(),
    account_id: member.accountId,
    site_id: venue.siteId,
    country: venue.country,
    expires_at: enrollmentExpiry(now),
    changed_at: now,
  });
  const { status, error } = enrollment;
  if (!isAtProvider(status) && !mayRestart(status, error)) return conflict("enrollment_not_open");
  const attempt = await openAttempt(tx, enrollment.id);
  const link = attempt === undefined ? null : unexpiredLink(world, attempt);
  if (link !== null && isAtProvider(status)) return { link };
  if (status === "STARTED" || status === "OK") return conflict("enrollment_in_progress");
  if (attempt !== undefined && !isFresh) return { reread: attempt.id };
  if (enrollment.claimed_until !== null && enrollment.claimed_until > now) return { busy: true };
  const refused = capRefusal(now, await attemptTimes(tx, enrollment.id));
  if (refused !== null) return refused;
  const claim = world.uuid();
  await changeEnrollment(tx, enrollment.id, { claim, claimed_until: new Date(now.getTime() + CLAIM_MS) });
  return {
    claim,
    enrollmentId: enrollment.id,
    renews: isAtProvider(status) ? (attempt?.verification_id ?? null) : null,
  };
}

function conflict(error: `enrollment_${string}`): Refused {
  return { refusal: { kind: "conflict", error } };
}

/** At most three attempts in 24 hours, and ten in all. */
function capRefusal(now: Date, opened: Date[]): Refused | null {
  if (opened.length >= ATTEMPTS_EVER) return conflict("enrollment_attempts_over");
  const blocking = opened.filter((at) => at.getTime() > now.getTime() - DAY_MS).at(-ATTEMPTS_A_DAY);
  if (blocking === undefined) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil((blocking.getTime() + DAY_MS - now.getTime()) / 1000));
  return { refusal: { kind: "rate_limited", error: "enrollment_attempts_today", retryAfterSeconds } };
}

export function unexpiredLink(
  world: Pick<World, "now" | "secrets">,
  attempt: Pick<Attempt, "sealed_link" | "link_expires_at">,
): string | null {
  return attempt.link_expires_at > world.now() ? decrypt(world, "identity-link", attempt.sealed_link) : null;
}

type Journey = { venue: Venue; member: Member; callback: string };

async function openAtProvider(
  world: World,
  identity: IdentityGateway,
  claimed: Claimed,
  journey: Journey,
): Promise<{ ok: { link: string } } | Refused> {
  try {
    const given = await givenByProvider(world, identity, claimed.renews, journey);
    return await inTransaction(world.database, (tx) => storeAttempt(world, tx, claimed, given, journey));
  } catch (error) {
    world.log.warn({ err: error }, "the identity provider gave no link");
    await inTransaction(world.database, (tx) => releaseClaim(tx, claimed));
    return OUTAGE;
  }
}

/** `isSame` if the open attempt continues with a new link. */
type Given = { verificationId: string; link: string; isSame: boolean };

/** Asks for a new link for an open verification, or starts a new verification. */
async function givenByProvider(
  world: World,
  identity: IdentityGateway,
  renews: string | null,
  { venue, member, callback }: Journey,
): Promise<Given> {
  const again = renews === null ? null : await identity.tryAgain(renews, callback);
  if (renews !== null && again !== null) return { verificationId: renews, link: again.link, isSame: !again.isNew };
  const started = await identity.start({
    name: `${member.firstname} ${member.lastname}`,
    birthday: member.birthday ?? "",
    redirectUrl: callback,
    webhookUrl: `${world.config.isProduction ? venueOrigin(world, venue) : publicOrigin(world.config, "localhost")}/webhooks/ubble`,
  });
  return { ...started, isSame: false };
}

/** Replaces the old attempt with the new one, and restarts an enrollment that had ended. */
async function storeAttempt(
  world: World,
  tx: Transaction,
  claimed: Claimed,
  given: Given,
  { venue }: Journey,
): Promise<{ ok: { link: string } } | Refused> {
  const enrollment = await lockEnrollment(tx, claimed.enrollmentId);
  // Webhooks may have moved the enrollment meanwhile. They win, and the unused link expires by itself.
  if (enrollment.claim !== claimed.claim || !mayBegin(enrollment))
    return { refusal: { kind: "unavailable", error: "enrollment_busy", retryAfterSeconds: 1 } };
  const now = world.now();
  const encrypted = { sealed_link: encrypt(world, "identity-link", given.link), link_expires_at: linkExpiry(now) };
  const open = await openAttempt(tx, enrollment.id);
  if (given.isSame && open?.verification_id === given.verificationId) {
    await changeAttempt(tx, open.id, encrypted);
    await changeEnrollment(tx, enrollment.id, { claim: null, claimed_until: null });
    return { ok: { link: given.link } };
  }
  await closeOpenAttempt(tx, enrollment.id, "replaced", now);
  const begun = await begin(world, tx, enrollment);
  await changeEnrollment(tx, begun.id, {
    site_id: venue.siteId,
    country: venue.country,
    claim: null,
    claimed_until: null,
    expires_at: enrollmentExpiry(now),
    changed_at: now,
  });
  await insertAttempt(tx, {
    id: world.uuid(),
    enrollment_id: begun.id,
    verification_id: given.verificationId,
    ...encrypted,
    opened_at: now,
    reread_at: now,
  });
  // Its first webhook may have arrived before this transaction committed.
  for (const eventId of await unknownEventsOf(tx, given.verificationId))
    await world.jobs.send(tx, IDENTITY_EVENT_QUEUE, { eventId });
  return { ok: { link: given.link } };
}

function linkExpiry(now: Date): Date {
  return new Date(now.getTime() + LINK_MS);
}

function mayBegin({ status, error }: Enrollment): boolean {
  return status === "NEW" || status === "OPENED" || mayRestart(status, error);
}

/** Moves the enrollment to NEW. One whose link has expired is canceled first. */
async function begin(world: World, tx: Transaction, enrollment: Enrollment): Promise<Enrollment> {
  if (enrollment.status === "NEW") return enrollment;
  const ended = enrollment.status === "OPENED" ? await move(world, tx, enrollment, "CANCELED") : enrollment;
  const begun = ended === null ? null : await move(world, tx, ended, "NEW");
  if (begun === null) throw new Error("The enrollment could not be restarted");
  return begun;
}

async function releaseClaim(tx: Transaction, { enrollmentId, claim }: Claimed): Promise<void> {
  const enrollment = await lockEnrollment(tx, enrollmentId);
  if (enrollment.claim === claim) await changeEnrollment(tx, enrollmentId, { claim: null, claimed_until: null });
}
