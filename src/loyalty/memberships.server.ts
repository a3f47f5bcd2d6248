import { DAY_MS } from "../platform/durations.ts";
import { normalisedName } from "../accounts/accounts.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { keyedHash } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import type { Person } from "../protection/exclusions/registers.server.ts";
import { GROUP } from "../venues/group.ts";
import { putCardOnPassOf } from "./passes/changes.server.ts";
import { CARD_DIGITS, luhnDigit, type Membership } from "./membership.ts";
import {
  endActiveCard,
  isReserved,
  lockPerson,
  membershipById,
  membershipByPerson,
  noteSeen,
  reserveNumber,
  storeCard,
} from "./queries.server.ts";

const ID_DIGITS = 10;
const WALLET_KEY_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const WALLET_KEY_LENGTH = 12;

export const membershipOfId = (world: World, id: string): Promise<Membership | null> =>
  membershipById(world.database.db, id);

/**
 * A keyed hash of surname, first of the first names and birthday, so that one person has one membership whatever the spelling. 32
 * bytes.
 */
export function personHash(world: Pick<World, "secrets">, person: Person): Uint8Array {
  const [first = ""] = normalisedName(person.firstname).split(" ");
  return keyedHash(world, "person", normalisedName(person.lastname), first, person.birthday);
}

/**
 * The person's membership, found by `personHash`: the active one, else one that staff disabled, so that nobody gets around that
 * with a new account or at another reception. Locks the person until the transaction ends, so that a caller who finds none may
 * create one.
 */
export async function membershipOfPerson(world: World, tx: Transaction, person: Person): Promise<Membership | null> {
  const hash = personHash(world, person);
  await lockPerson(tx, hash);
  return membershipByPerson(tx, hash);
}

/**
 * Notes that a member's card or wallet was used, at most once a day: who plays but never logs in is not inactive, and their account is
 * not erased for that.
 */
export async function noteUse(world: Pick<World, "now">, tx: Transaction, membershipId: string): Promise<void> {
  const now = world.now();
  await noteSeen(tx, membershipId, now, new Date(now.getTime() - DAY_MS));
}

/** Creates a membership without a card. The caller has checked that the person has none; a second one violates a unique index. */
export async function createMembership(
  world: World,
  tx: Transaction,
  given: { person: Person; mobilePhone: string | null; homeSiteId: number },
): Promise<{ id: string; walletKey: string }> {
  const id = digits(world, ID_DIGITS);
  const walletKey = letters(world);
  const { person } = given;
  const row = {
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
  } as const;
  await tx.insertInto("memberships").values(row).execute();
  return { id, walletKey };
}

/**
 * Reserves a number for the card of somebody who is not a member yet. It is shown at the entrance and becomes the card's by
 * `issueCard({ number })`. No other card ever gets it.
 */
export async function reserveCardNumber(world: World, tx: Transaction): Promise<string> {
  for (;;) {
    const number = newCardNumber(world);
    if (await reserveNumber(tx, number, world.now())) return number;
  }
}

/**
 * Issues a new card to a membership and ends the one in force. Without `number` it makes one: the group's prefix, random digits
 * and a Luhn digit. Returns the number; null, with nothing changed, if the given number was ever used before.
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
    // Only one card may be active at a time, so the new one is inserted as replaced and activated after the old one is ended.
    const isNew = await storeCard(tx, { ...waiting, card_number: number, status: "replaced", ended_at: at });
    if (!isNew && card.number !== undefined) return null;
    if (!isNew) continue;
    await endActiveCard(tx, card.membershipId, "replaced", at);
    const active = { status: "active", ended_at: null } as const;
    await tx.updateTable("cards").set(active).where("card_number", "=", number).execute();
    await putCardOnPassOf(world, tx, { membershipId: card.membershipId, cardNumber: number });
    return number;
  }
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
