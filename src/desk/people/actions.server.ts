import { UNFINISHED } from "../../loyalty/enrollment/statuses.ts";
import { enrollmentOfAccount, lockEnrollment, membershipById } from "../../loyalty/records.server.ts";
import { renewGrace } from "../../accounts/data/deletion.server.ts";
import type { EmailChangeRefusal } from "../../accounts/email/change.server.ts";
import { endEmailChange } from "../../accounts/email/change-end.server.ts";
import { DESK_NETWORK } from "../../mail/requests.server.ts";
import { countResend, requestConfirmation } from "../../accounts/email/confirmation.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { revokeSessions } from "../../accounts/sessions/open-sessions.server.ts";
import { audit } from "../../staff/audit.server.ts";
import { may, type Desk } from "../../staff/operator.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { resetAttempts } from "../../wallet/pin/pin.server.ts";
import { replaceCardAtDesk } from "../../loyalty/card-reception.server.ts";
import { move } from "../../loyalty/enrollment/moves.server.ts";
import { restorePass, revokePass } from "../../loyalty/passes/changes.server.ts";
import { personOfRef, subjectOf, type PersonHere } from "./people.server.ts";
import {
  accountOfPerson,
  lockPersonRows,
  setDisabled,
  setEnabled,
  setHomeSite,
  setMembershipStatus,
  type PersonIds,
} from "./queries.server.ts";

export const DISABLE_REASONS = ["own_wish", "conduct", "duplicate", "fraud", "error"] as const;

type PersonRefusal =
  | "forbidden"
  | "nobody"
  | "nothing_to_confirm"
  | "too_many"
  | "no_pin"
  | "no_card"
  | "home_missing"
  | "at_home"
  | "card_over"
  | "card_changed"
  | "reason_missing"
  | "is_disabled"
  | "not_disabled"
  | "other_membership"
  | EmailChangeRefusal;
export type PersonDone = { ok: { cardNumber?: string } } | { refusal: PersonRefusal };

/** What an action changed, for the trail, and what the operator is shown. */
type Changed = { before: object | null; after: object | null; cardNumber?: string };
type Action = (tx: Transaction, person: PersonHere) => Promise<Changed | { refusal: PersonRefusal }>;

/** Sends the confirmation mail again to an unconfirmed address. It counts as one that the member asked for. */
export function resendConfirmationOf(world: World, desk: Desk<Venue>, ref: string): Promise<PersonDone> {
  return actOnPerson(world, desk, ref, "member.resend_confirmation", async (tx, { account }) => {
    if (account?.status !== "pending" || account.disabled_at !== null) return { refusal: "nothing_to_confirm" };
    const counted = await countResend(world, tx, account.id);
    if (!counted.isAllowed) return { refusal: "too_many" };
    const { id, email, locale } = account;
    if (email === null) return { refusal: "nothing_to_confirm" };
    const from = { venue: desk.venue, locale, network: DESK_NETWORK, device: "" };
    await requestConfirmation(world, tx, id, email, from);
    return { before: null, after: { sent: true } };
  });
}

/** Resets the failed attempts at the PIN. The PIN itself stays as it is, and staff can never read it. */
export function resetPinAttempts(world: World, desk: Desk<Venue>, ref: string): Promise<PersonDone> {
  return actOnPerson(world, desk, ref, "member.reset_pin_attempts", async (tx, { membership }) => {
    const attempts = membership === null ? null : await resetAttempts(tx, membership.id);
    return attempts === null ? { refusal: "no_pin" } : { before: { attempts }, after: { attempts: 0 } };
  });
}

/**
 * Replaces a lost card by one with a new number, also that of a disabled or excluded person, whose money is paid out by card. The old
 * number stops working at once. `shown` is the number on the operator's page: a form that is sent twice does not end the new card.
 */
export function replaceCardOf(
  world: World,
  desk: Desk<Venue>,
  ref: string,
  shown: string | undefined,
): Promise<PersonDone> {
  return actOnPerson(world, desk, ref, "member.replace_card", async (tx, { membership }) => {
    const number = membership?.cardNumber ?? null;
    if (number === null) return { refusal: "no_card" };
    if (number !== shown) return { refusal: "card_changed" };
    const answer = await replaceCardAtDesk(world, tx, desk.venue, number);
    if (!("ok" in answer)) return { refusal: "card_over" };
    const { card_number: made } = answer.ok;
    return { before: { card_number: number }, after: { card_number: made }, cardNumber: made };
  });
}

/** Changes the member's home casino. The card's issuer stays; offers for members at home follow the new one. */
export function changeHomeOf(
  world: World,
  desk: Desk<Venue>,
  ref: string,
  siteIds: readonly number[],
  given: string | undefined,
): Promise<PersonDone> {
  return actOnPerson(world, desk, ref, "member.change_home", async (tx, { membership }) => {
    const siteId = siteIds.find((one) => String(one) === given);
    if (membership === null) return { refusal: "no_card" };
    if (membership.status !== "active") return { refusal: "is_disabled" };
    if (siteId === undefined) return { refusal: "home_missing" };
    if (membership.homeSiteId === siteId) return { refusal: "at_home" };
    await setHomeSite(tx, membership.id, siteId);
    return { before: { home_site_id: membership.homeSiteId }, after: { home_site_id: siteId } };
  });
}

/**
 * Disables a person: the account cannot log in and its sessions end, the card stops working, its pass is revoked, and a pending
 * enrollment is ended. The reason is chosen from a list, because free words about people would stay in the trail for ever.
 */
export function disablePerson(
  world: World,
  desk: Desk<Venue>,
  ref: string,
  reason: string | undefined,
): Promise<PersonDone> {
  return actOnPerson(world, desk, ref, "member.disable", async (tx, person) => {
    const { account, membership, enrollment } = person;
    const isAccountOut = account === null || account.disabled_at !== null;
    const isMembershipOut = membership === null || membership.status !== "active";
    if (isAccountOut && isMembershipOut) return { refusal: "is_disabled" };
    if (!DISABLE_REASONS.some((one) => one === reason)) return { refusal: "reason_missing" };
    if (account !== null && account.disabled_at === null) {
      await setDisabled(tx, account.id, world.now());
      await revokeSessions(world, tx, [account.id]);
      await endEmailChange(world, tx, account.id, "left");
    }
    if (membership?.status === "active") {
      await setMembershipStatus(tx, membership.id, "disabled");
      await revokePass(world, tx, { membershipId: membership.id });
    }
    const ended = enrollment === null ? null : await endEnrollment(world, tx, enrollment.id);
    return {
      before: stateOf(person),
      after: { account: account && "disabled", membership: membership && "disabled", enrollment: ended, reason },
    };
  });
}

/**
 * Enables a disabled person again. An enrollment that was ended stays ended, and a person who has another membership by now keeps
 * that one. A deletion requested before gets a new grace period of thirty days, and so does an announced deletion for inactivity.
 */
export async function enablePerson(world: World, desk: Desk<Venue>, ref: string): Promise<PersonDone> {
  const sender = await mailSender(world, desk.venue);
  try {
    return await actOnPerson(world, desk, ref, "member.enable", async (tx, person) => {
      const { account, membership, enrollment } = person;
      const isOut = account?.disabled_at != null || membership?.status === "disabled";
      if (!isOut) return { refusal: "not_disabled" };
      if (account?.disabled_at != null) {
        await setEnabled(tx, account.id);
        await renewGrace(world, tx, account.id, sender);
      }
      if (membership !== null && (await setMembershipStatus(tx, membership.id, "active"))) {
        const { id: membershipId, cardNumber } = membership;
        if (cardNumber !== null) await restorePass(world, tx, { membershipId, cardNumber });
      }
      return {
        before: stateOf(person),
        after: {
          account: account && account.status,
          membership: membership && "active",
          enrollment: enrollment && enrollment.status,
        },
      };
    });
  } catch (error) {
    // Meanwhile the person or their phone number has become part of another account or membership.
    if (isUniqueViolation(error)) return { refusal: "other_membership" };
    throw error;
  }
}

/** Finds the person, locks their rows, runs the action and writes the trail in the same transaction. */
export async function actOnPerson(
  world: World,
  { operator, venue }: Desk<Venue>,
  ref: string,
  action: string,
  run: Action,
): Promise<PersonDone> {
  if (!may(operator, "MEMBERS_WRITE", venue.projectId)) return { refusal: "forbidden" };
  const found = await personOfRef(world, venue, ref);
  if (found === null) return { refusal: "nobody" };
  const carryOut = async (tx: Transaction): Promise<PersonDone> => {
    const ids = { accountId: found.account?.id ?? null, membershipId: found.membership?.id ?? null };
    await lockPersonRows(tx, ids);
    const changed = await run(tx, await readAgain(tx, ids));
    if ("refusal" in changed) return changed;
    const { before, after, cardNumber } = changed;
    await audit(world, tx, operator, { projectId: venue.projectId, action, subject: subjectOf(found), before, after });
    return { ok: cardNumber === undefined ? {} : { cardNumber } };
  };
  return inTransaction(world.database, carryOut, { isRepeatable: true });
}

/** The person's rows again, read under the lock. */
async function readAgain(tx: Transaction, ids: PersonIds): Promise<PersonHere> {
  const { accountId, membershipId } = ids;
  return {
    account: accountId === null ? null : ((await accountOfPerson(tx, ids)) ?? null),
    membership: membershipId === null ? null : await membershipById(tx, membershipId),
    enrollment: accountId === null ? null : ((await enrollmentOfAccount(tx, accountId)) ?? null),
  };
}

/** Ends an enrollment where the state machine allows it. Returns the status that it then has. */
async function endEnrollment(world: World, tx: Transaction, id: string): Promise<string> {
  const enrollment = await lockEnrollment(tx, id);
  const to = enrollment.status === "OK" ? "DISABLED" : "CANCELED";
  const isOpen = UNFINISHED.includes(enrollment.status);
  const ended = isOpen ? await move(world, tx, enrollment, to) : null;
  return (ended ?? enrollment).status;
}

function stateOf({ account, membership, enrollment }: PersonHere): object {
  return {
    account: account && (account.disabled_at === null ? account.status : "disabled"),
    membership: membership && membership.status,
    enrollment: enrollment && enrollment.status,
  };
}
