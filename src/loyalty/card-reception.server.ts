import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { ageProblems } from "../accounts/accounts.server.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import type { FloorAnswer } from "./floor-answer.ts";
import type { Membership } from "./membership.ts";
import { createMembership, issueCard, membershipOfPerson, type Person } from "./memberships.server.ts";
import {
  cardRow,
  dropInsertion,
  insertionOf,
  isReserved,
  lockCard,
  membershipByCard,
  putInsertion,
} from "./queries.server.ts";

type CardState = "active" | "replaced" | "blocked";

const UNKNOWN: FloorAnswer = { status: 404, body: { error: "UNKNOWN_CARD" } };

/**
 * A card issued at the desk by the papers that were shown (PUT /cards/{card_number}): makes the membership where the person has
 * none. 409 CARD_TAKEN for a number that was ever given, ALREADY_MEMBER for a person with a card in force, CARD_BLOCKED for one whom
 * staff disabled or a register names; the same card of the same person is the same answer again.
 */
export async function issueAtDesk(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
  given: Person & { mobile?: string | undefined },
): Promise<FloorAnswer> {
  const problems = problemsAtDesk(world, venue, given);
  if (problems.length > 0) return { status: 422, body: { error: problems } };
  const person = { lastname: given.lastname, firstname: given.firstname, birthday: given.birthday };
  const known = await membershipOfPerson(world, tx, person);
  if (known?.status === "disabled") return conflict("CARD_BLOCKED", "blocked");
  const card = await lockCard(tx, cardNumber);
  if (card !== null) {
    const isSame = card.membership_id === known?.id && card.status === "active";
    return isSame ? issued(cardNumber, card.membership_id) : conflict("CARD_TAKEN", card.status);
  }
  if (await isReserved(tx, cardNumber)) return conflict("CARD_TAKEN", "reserved");
  if (known !== null && hasCard(known)) return conflict("ALREADY_MEMBER", "active");
  if (known?.excludedSince) return conflict("CARD_BLOCKED", "blocked");
  const mobilePhone = given.mobile === undefined ? null : e164Of(venue, given.mobile);
  const made = known ?? (await createMembership(world, tx, { person, mobilePhone, homeSiteId: venue.siteId }));
  const plastic = { membershipId: made.id, type: "PLASTIC", siteId: venue.siteId, number: cardNumber } as const;
  const number = await issueCard(world, tx, plastic);
  return number === null ? conflict("CARD_TAKEN", "active") : issued(number, made.id);
}

/** GET /cards/{card_number}: whose card it is and what became of it. A card that is over still says so. */
export async function cardAtDesk(world: World, cardNumber: string): Promise<FloorAnswer> {
  if (!isCardNumber(cardNumber)) return UNKNOWN;
  return inTransaction(world.database, async (tx) => {
    const [card, membership] = [await cardRow(tx, cardNumber), await membershipByCard(tx, cardNumber)];
    if (card === null || membership === null) return UNKNOWN;
    return {
      status: 200,
      body: {
        card_number: card.card_number,
        member_id: membership.id,
        status: stateOf(card, membership),
        name: [membership.firstname, membership.lastname].filter((name) => name !== null).join(" "),
        home_site_id: membership.homeSiteId,
        inserted: (await insertionOf(tx, membership.id)) !== null,
      },
    };
  });
}

/** A lost or broken card gets a new number (G109): the member id stays, the pass follows, the old number opens nothing more. */
export async function replaceCard(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
): Promise<FloorAnswer> {
  const found = await cardInForce(tx, cardNumber);
  if ("body" in found) return found;
  const { id } = found.membership;
  const number = await issueCard(world, tx, { membershipId: id, type: "PLASTIC", siteId: venue.siteId });
  return { status: 200, body: { card_number: number } };
}

type Move = { cardNumber: string; siteId: number; machine: string };

/** The card is put into a machine: one place at a time. The same machine may say it again. */
export async function insertCard(world: World, tx: Transaction, move: Move): Promise<FloorAnswer> {
  const found = await cardInForce(tx, move.cardNumber);
  if ("body" in found) return found;
  const now = await insertionOf(tx, found.membership.id);
  if (now !== null)
    return isAt(now, move) ? { status: 200, body: { inserted: true } } : conflict("CARD_INSERTED", "inserted");
  await putInsertion(tx, {
    membership_id: found.membership.id,
    card_number: move.cardNumber,
    site_id: move.siteId,
    machine: move.machine,
    inserted_at: world.now(),
  });
  return { status: 200, body: { inserted: true } };
}

/** The card comes out where it was put in, also one that was replaced or blocked meanwhile. */
export async function ejectCard(_world: World, tx: Transaction, move: Move): Promise<FloorAnswer> {
  const card = isCardNumber(move.cardNumber) ? await lockCard(tx, move.cardNumber) : null;
  if (card === null) return UNKNOWN;
  const now = await insertionOf(tx, card.membership_id);
  if (now === null || now.card_number !== move.cardNumber) return conflict("CARD_NOT_INSERTED", "ejected");
  if (!isAt(now, move)) return conflict("CARD_INSERTED", "inserted");
  await dropInsertion(tx, card.membership_id);
  return { status: 200, body: { inserted: false } };
}

/**
 * The membership of a card that may be used, under the card's lock; else what the floor is answered: 404 for an unknown
 * number, 409 for one that was replaced, or whose holder may not come in. Which of the two is nobody's business here (G94).
 */
export async function cardInForce(
  tx: Transaction,
  cardNumber: string,
): Promise<{ membership: Membership } | FloorAnswer> {
  const card = isCardNumber(cardNumber) ? await lockCard(tx, cardNumber) : null;
  const membership = card === null ? null : await membershipByCard(tx, cardNumber);
  if (card === null || membership === null) return UNKNOWN;
  const state = stateOf(card, membership);
  if (state === "replaced") return conflict("CARD_REPLACED", state);
  if (state !== "active" || membership.excludedSince !== null) return conflict("CARD_BLOCKED", "blocked");
  return { membership };
}

function problemsAtDesk(world: World, venue: Venue, given: Person & { mobile?: string | undefined }) {
  const problems: { key: string; message: string }[] = [];
  for (const key of ["lastname", "firstname"] as const)
    if (!/^[\p{L}\p{M}][\p{L}\p{M}'’. -]*$/u.test(given[key])) problems.push({ key, message: "must be a name" });
  const [tooYoung] = ageProblems(world, venue, given.birthday);
  if (tooYoung !== undefined)
    problems.push({ key: "birthday", message: `must be the day of somebody of ${venue.policy.minimumAge} or more` });
  if (given.mobile !== undefined && e164Of(venue, given.mobile) === null)
    problems.push({ key: "mobile", message: "must be a mobile number" });
  return problems;
}

/** As it is dialled in the venue's country, or international. The desk saw who gave it, so only its length is judged; E.164, or null. */
export function e164Of(venue: Venue, mobile: string): string | null {
  const found = parsePhoneNumberFromString(mobile, { defaultCountry: venue.country, extract: false });
  return found?.isPossible() === true && found.ext === undefined ? found.number : null;
}

function stateOf(card: { status: CardState }, membership: Membership): CardState {
  return membership.status === "disabled" ? "blocked" : card.status;
}

/** VIRTUAL counts as none (G105). */
function hasCard({ cardNumber, cardType }: Membership): boolean {
  return cardNumber !== null && cardType !== "VIRTUAL";
}

function isCardNumber(text: string): boolean {
  return /^[0-9]{16}$/.test(text);
}

function isAt(now: { site_id: number; machine: string }, { siteId, machine }: Move): boolean {
  return now.site_id === siteId && now.machine === machine;
}

function issued(cardNumber: string, memberId: string): FloorAnswer {
  return { status: 200, body: { card_number: cardNumber, member_id: memberId } };
}

function conflict(error: string, status: string): FloorAnswer {
  return { status: 409, body: { error, status } };
}
