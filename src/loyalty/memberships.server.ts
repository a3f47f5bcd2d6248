import { normalisedName } from "../members/accounts.server.ts";
import type { Transaction } from "../platform/database.server.ts";
import { keyedHash } from "../platform/sealing.server.ts";
import type { World } from "../platform/world.ts";
import { GROUP } from "../venues/group.ts";
import { CARD_DIGITS, luhnDigit, type Membership } from "./membership.ts";
import {
  endActiveCard,
  insertCard,
  insertMembership,
  membershipByCard,
  membershipById,
  membershipByPerson,
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

/** The active membership of a person, by the same rule. */
export function membershipOfPerson(world: World, tx: Transaction, person: Person): Promise<Membership | null> {
  return membershipByPerson(tx, personHash(world, person));
}

/** By the number of a card; a replaced card still says whose it was. For callers that start from the card: the floor's. */
export function membershipOfCard(tx: Transaction, cardNumber: string): Promise<Membership | null> {
  return membershipByCard(tx, cardNumber);
}

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
 * Gives a membership a new card, which ends the one in force (G109). Without a number one is made: the group's prefix, random
 * digits, and Luhn's (G101). Gives the number; null where the given number was ever given before.
 */
export async function issueCard(
  world: World,
  tx: Transaction,
  card: { membershipId: string; type: "PLASTIC" | "DIGITAL"; siteId: number; number?: string },
): Promise<string | null> {
  const at = world.now();
  await endActiveCard(tx, card.membershipId, "replaced", at);
  for (;;) {
    const number = card.number ?? newCardNumber(world);
    const row = { membership_id: card.membershipId, type: card.type, site_id: card.siteId, issued_at: at };
    if (await insertCard(tx, { ...row, card_number: number, status: "active", ended_at: null })) return number;
    if (card.number !== undefined) return null;
  }
}

/** A number that no card has, for a card that is to come (G101). Whoever asks keeps it from being given again. */
export async function reserveCardNumber(world: World, tx: Transaction): Promise<string> {
  for (;;) {
    const number = newCardNumber(world);
    if ((await membershipByCard(tx, number)) === null) return number;
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
