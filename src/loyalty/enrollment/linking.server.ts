import { isIncomplete, type Member } from "../../accounts/member.ts";
import { rotateAtNextIntrospection } from "../../accounts/sessions/sessions.server.ts";
import { refusedToMember, type Visit } from "../../accounts/visit.server.ts";
import type { Refusal, Refused } from "../../accounts/contract.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import { hit } from "../../platform/http/counted-limits.server.ts";
import type { World } from "../../platform/world.ts";
import type { CardLinkInput } from "./contract.ts";
import { hasNameAndBirthday } from "../../protection/exclusions/registers.server.ts";
import { isShutOut } from "../shut-out.server.ts";
import { hasSameNameAndBirthday, hasSameNamesBirthdayAndPhone } from "./matching.server.ts";
import type { Membership } from "../membership.ts";
import {
  linkAccount,
  lockAccountLink,
  lockCard,
  membershipByCard,
  membershipById,
  membershipsByPhone,
  releaseFromDeadAccount,
} from "../queries.server.ts";

const DAY_SECONDS = 86_400;
const TRIES_OF_MEMBER = [{ limit: 5, seconds: DAY_SECONDS }];
const TRIES_OF_ADDRESS = [{ limit: 20, seconds: DAY_SECONDS }];

/**
 * The same answer for an unknown card, somebody else's, one that is linked, replaced or blocked, and to a person who may have none, so
 * that nobody can probe numbers or exclusions.
 */
const NOT_YOURS: Refused = { refusal: { kind: "not_found", error: "card_not_yours" } };

/**
 * Links a physical card by its number (POST /users/card/link). A number can be read off a card, so the member's surname and
 * birthday must match the holder's. Five tries a day for a member and twenty for an address, counted before any look-up.
 */
export async function linkCard(
  world: World,
  visit: Visit,
  member: Member,
  { card_number: cardNumber }: CardLinkInput,
): Promise<{ ok: { membershipId: string } } | Refused> {
  const refusal = linkRefusal(world, visit, member);
  if (refusal !== null) return { refusal };
  const counted = await countTry(world, visit, member);
  if (counted !== null) return counted;
  try {
    return await inTransaction(world.database, (tx) => linkByNumber(world, tx, member, cardNumber));
  } catch (error) {
    // Two accounts linked the same membership at once, and the other one was first.
    if (isUniqueViolation(error)) return NOT_YOURS;
    throw error;
  }
}

/** Who may not link a card at all: 403 before the number is read. */
export function linkRefusal(world: World, visit: Visit, member: Member): Refusal | null {
  const refusal = refusedToMember(world, visit, member);
  return refusal ?? (member.isPhoneValid ? null : { kind: "forbidden", error: "card_needs_phone" });
}

async function countTry(world: World, visit: Visit, member: Member): Promise<Refused | null> {
  const { db } = world.database;
  for (const [key, windows] of [
    [["card link", member.accountId], TRIES_OF_MEMBER],
    [["card link from", visit.client.block], TRIES_OF_ADDRESS],
  ] as const) {
    const counted = await hit(world, db, key, windows);
    if (!counted.isAllowed)
      return {
        refusal: { kind: "rate_limited", error: "card_too_many", retryAfterSeconds: counted.retryAfterSeconds },
      };
  }
  return null;
}

async function linkByNumber(
  world: World,
  tx: Transaction,
  member: Member,
  cardNumber: string,
): Promise<{ ok: { membershipId: string } } | Refused> {
  const own = await lockAccountLink(tx, member.accountId);
  const card = await lockCard(tx, cardNumber);
  const membership = card === null ? null : await membershipByCard(tx, cardNumber);
  // Not NOT_YOURS: this reveals only something about the caller's own card.
  if (own !== null && membership?.id === own && card?.status === "active") return { ok: { membershipId: own } };
  if (own !== null) return { refusal: { kind: "conflict", error: "card_already_member" } };
  if (card?.status !== "active" || membership === null || membership.status !== "active") return NOT_YOURS;
  if (!hasSameNameAndBirthday(member, membership)) return NOT_YOURS;
  if (await isBarredFrom(world, tx, member, membership)) return NOT_YOURS;
  if (!(await isFree(tx, membership))) return NOT_YOURS;
  await adopt(tx, member, membership);
  return { ok: { membershipId: membership.id } };
}

/**
 * Finds a member's own membership by verified phone, name and birthday (POST /users/pplus/link). Null if there is none or it is
 * already linked; the answer does not say which.
 */
export async function linkByPhone(world: World, member: Member): Promise<string | null> {
  if (member.playersPlusId !== null) return member.playersPlusId;
  const { mobilePhone } = member;
  if (mobilePhone === null || !member.isPhoneValid || isIncomplete(member)) return null;
  try {
    return await inTransaction(world.database, async (tx) => {
      const own = await lockAccountLink(tx, member.accountId);
      if (own !== null) return own;
      const found = (await membershipsByPhone(tx, mobilePhone)).find((membership) =>
        hasSameNamesBirthdayAndPhone(member, membership),
      );
      if (found === undefined || (await isBarredFrom(world, tx, member, found))) return null;
      if (!(await isFree(tx, found))) return null;
      await adopt(tx, member, found);
      return found.id;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/**
 * True for people whom a register bars or staff disabled. They cannot get a card in any way, linking included, so the person decides
 * and not the account: under the names that the member gave, and under those that the card was issued to.
 */
async function isBarredFrom(world: World, tx: Transaction, member: Member, card: Membership): Promise<boolean> {
  for (const person of [member, card])
    if (hasNameAndBirthday(person) && (await isShutOut(world, tx, person))) return true;
  return false;
}

/** True if no live account has the membership. Releases it from an account that lost its address or was erased. */
async function isFree(tx: Transaction, membership: Membership): Promise<boolean> {
  if (membership.accountId === null) return true;
  if (!(await releaseFromDeadAccount(tx, membership.id))) return false;
  return (await membershipById(tx, membership.id))?.accountId === null;
}

async function adopt(tx: Transaction, member: Member, membership: Membership): Promise<void> {
  await linkAccount(tx, member.accountId, membership);
  // The session's privileges changed, so its token is replaced.
  await rotateAtNextIntrospection(tx, member.sessionId);
}
