import { normalisedName } from "../accounts/accounts.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { keyedHash } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import { GROUP } from "../venues/group.ts";
import { passFollowsCard } from "./passes/changes.server.ts";
import { CARD_DIGITS, luhnDigit, type CardHolder, type Membership } from "./membership.ts";
import {
  activateCard,
  endActiveCard,
  insertCard,
  insertMembership,
  isReserved,
  lockPerson,
  cardHolder,
  holderByCard,
  membershipById,
  membershipByPerson,
  reserveNumber,
  setAccountMembership,
} from "./queries.server.ts";

/** A person as documents and desks name one; `birthday` is an ISO date. */
export type Person = { lastname: string; firstname: string; birthday: string };

const ID_DIGITS = 10;
const WALLET_KEY_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const WALLET_KEY_LENGTH = 12;

export const membershipOfId = (world: World, id: string): Promise<Membership | null> =>
  membershipById(world.database.db, id);

/** Keyed: surname, first first name and birthday, so that one person has one membership whatever the spelling (E4). 32 bytes. */
export function personHash(world: Pick<World, "secrets">, person: Person): Uint8Array {
  const [first = ""] = normalisedName(person.firstname).split(" ");
  return keyedHash(world, "person", normalisedName(person.lastname), first, person.birthday);
}

/**
 * The membership of a person, by the same rule: the active one, or one that staff ended, which nobody walks around with a new account or
 * at another desk (G98, E5). Until the transaction ends nobody else asks about the same person, so
 * whoever finds none may make one.
 */
export async function membershipOfPerson(world: World, tx: Transaction, person: Person): Promise<Membership | null> {
  const hash = personHash(world, person);
  await lockPerson(tx, hash);
  return membershipByPerson(tx, hash);
}

/** By the number of a card; a replaced card still says whose it was. For callers that start from the card: the floor's. */
export function holderOfCard(tx: Transaction, cardNumber: string): Promise<CardHolder | null> {
  return holderByCard(tx, cardNumber);
}

/** The same as a part of the caller's own statement. */
export const holderOfCardIn = cardHolder;

/** Makes a membership without a card. The caller has seen that the person has none: a second one is a broken invariant (E4). */
export async function createMembership(
  world: World,
  tx: Transaction,
  given: { person: Person; mobilePhone: string | null; homeSiteId: number },
): Promise<{ id: string; walletKey: string }> {
  const id = digits(world, ID_DIGITS);
  const walletKey = letters(world);
  const { person } = given;
  await insertMembership(tx, {
    id,
    wallet_key: walletKey,
    person_hash: personHash(world, person),
    lastname: person.lastname,
    lastname_normalised: normalisedName(person.lastname),
    firstname: person.firstname,
    firstname_normalised: normalisedName(person.firstname),
    birthday: person.birthday,
    mobile_phone: given.mobilePhone,
    home_site_id: given.homeSiteId,
    status: "active",
    joined_at: world.now(),
    excluded_since: null,
    exclusion_checked_at: null,
  });
  return { id, walletKey };
}

/**
 * Sets aside a number for the card of somebody who is not a member yet: it is shown at the entrance, and becomes the card's
 * by `issueCard({ number })`. No other card ever gets it (E6).
 */
export async function reserveCardNumber(world: World, tx: Transaction): Promise<string> {
  for (;;) {
    const number = newCardNumber(world);
    if (await reserveNumber(tx, number, world.now())) return number;
  }
}

/**
 * Gives a membership a new card, which ends the one in force (G109). Without a number one is made: the group's prefix, random
 * digits, and Luhn's (G101). Gives the number; null where the given number was ever given before, and then nothing changed.
 */
export async function issueCard(
  world: World,
  tx: Transaction,
  card: { membershipId: string; type: "PLASTIC" | "DIGITAL"; siteId: number; number?: string },
): Promise<string | null> {
  const at = world.now();
  const waiting = { membership_id: card.membershipId, type: card.type, site_id: card.siteId, issued_at: at };
  for (;;) {
    const number = card.number ?? newCardNumber(world);
    if (card.number === undefined && (await isReserved(tx, number))) continue;
    // Only one card may be in force, so the new one begins as over until the old one is.
    const isNew = await insertCard(tx, { ...waiting, card_number: number, status: "replaced", ended_at: at });
    if (!isNew && card.number !== undefined) return null;
    if (!isNew) continue;
    await endActiveCard(tx, card.membershipId, "replaced", at);
    await activateCard(tx, number);
    await passFollowsCard(world, tx, { membershipId: card.membershipId, cardNumber: number });
    return number;
  }
}

/** Links an account to a membership: from here on the account is a member's (E7). */
export async function linkAccount(
  tx: Transaction,
  accountId: string,
  membership: Pick<Membership, "id" | "walletKey">,
): Promise<void> {
  await setAccountMembership(tx, accountId, membership);
}

function newCardNumber(world: World): string {
  const body = GROUP.cardPrefix + digits(world, CARD_DIGITS - 1 - GROUP.cardPrefix.length);
  return body + luhnDigit(body);
}

/** Random digits, the first not 0. */
function digits(world: World, count: number): string {
  const chance = new DataView(Uint8Array.from(world.random(8)).buffer).getBigUint64(0);
  const least = 10n ** BigInt(count - 1);
  return String(least + (chance % (9n * least)));
}

function letters(world: World): string {
  return Array.from(world.random(WALLET_KEY_LENGTH), (byte) => WALLET_KEY_LETTERS[byte % 32]).join("");
}
