import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { ageProblems } from "../accounts/accounts.server.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import {
  askRegister,
  storeVerdict,
  type RegisterAnswer,
  type Person,
} from "../protection/exclusions/registers.server.ts";
import { CARD_BLOCKED, refused, UNKNOWN_CARD, type FloorOutcome, type FloorRefused } from "./floor-outcome.ts";
import { membershipOfUsableCard, stateOf } from "./card-use.server.ts";
import { isCardNumber, numberOfCard, type Membership } from "./membership.ts";
import { createMembership, issueCard, membershipOfPerson, noteUse } from "./memberships.server.ts";
import { cardRow, insertionOf, isReserved, lockCard, membershipByCard } from "./queries.server.ts";
import { servesMembersOf } from "./reception-country.server.ts";
import { isDisabledPerson } from "./shut-out.server.ts";

type Replaced = { ok: { card_number: string } };
type Given = Person & { mobile?: string | undefined };

/**
 * Asks the register of the venue's country about the person of the document shown, before the transaction that issues the card.
 * "unasked" for a body with problems.
 */
export async function askBeforeIssue(world: World, venue: Venue, given: Given): Promise<RegisterAnswer> {
  if (problemsAtReception(world, venue, given).length > 0) return "unasked";
  return (await askRegister(world, venue.country, given, "enrollment")) ?? "silent";
}

/**
 * PUT /cards/{card_number}: issues a card at reception to the person of the identity document shown, and creates the membership
 * if there is none. Refuses with CARD_TAKEN if the number was ever used, ALREADY_MEMBER if the person has a card in force, CARD_BLOCKED if
 * staff disabled the person or a register names them, CHECK_UNAVAILABLE while the register does not answer, UNKNOWN_CARD for a member of
 * another country. Repeating the same card and person gives the same answer. `registerAnswer` is what `askBeforeIssue` learnt.
 */
export async function issueCardAtReception(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
  given: Given,
  registerAnswer: RegisterAnswer,
): Promise<FloorOutcome> {
  const problems = problemsAtReception(world, venue, given);
  if (problems.length > 0) return { problems };
  const person = { lastname: given.lastname, firstname: given.firstname, birthday: given.birthday };
  const known = await membershipOfPerson(world, tx, person);
  const holder = await membershipByCard(tx, cardNumber);
  for (const member of [known, holder])
    if (member !== null && !(await servesMembersOf(world, tx, venue, member.homeSiteId))) return UNKNOWN_CARD;
  if (typeof registerAnswer === "object" && known !== null)
    await storeVerdict(tx, { enrollmentId: null, membershipId: known.id }, registerAnswer);
  const isBarred = typeof registerAnswer === "object" && registerAnswer.verdict === "barred";
  if (isBarred || (await isDisabledPerson(world, tx, person))) return CARD_BLOCKED;
  const card = await lockCard(tx, cardNumber);
  if (card !== null) {
    const isSame = card.membership_id === known?.id && card.status === "active";
    return isSame ? issued(cardNumber, card.membership_id) : refused("CARD_TAKEN", card.status);
  }
  if (await isReserved(tx, cardNumber)) return refused("CARD_TAKEN", "reserved");
  if (known !== null && numberOfCard(known) !== null) return refused("ALREADY_MEMBER", "active");
  if (known?.excludedSince) return CARD_BLOCKED;
  if (typeof registerAnswer !== "object") return refused("CHECK_UNAVAILABLE", "unchecked");
  const mobilePhone = given.mobile === undefined ? null : e164Of(venue, given.mobile);
  const made = known ?? (await createMembership(world, tx, { person, mobilePhone, homeSiteId: venue.siteId }));
  if (known === null) await storeVerdict(tx, { enrollmentId: null, membershipId: made.id }, registerAnswer);
  const plastic = { membershipId: made.id, type: "PLASTIC", siteId: venue.siteId, number: cardNumber } as const;
  const number = await issueCard(world, tx, plastic);
  return number === null ? refused("CARD_TAKEN", "active") : issued(number, made.id);
}

/** GET /cards/{card_number}: the card's holder and status. Works for replaced and blocked cards too. */
export async function cardAtReception(world: World, cardNumber: string): Promise<FloorOutcome> {
  if (!isCardNumber(cardNumber)) return UNKNOWN_CARD;
  return inTransaction(world.database, async (tx) => {
    const [card, membership] = [await cardRow(tx, cardNumber), await membershipByCard(tx, cardNumber)];
    if (card === null || membership === null) return UNKNOWN_CARD;
    return {
      ok: {
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

/**
 * Replaces a lost or broken card by one with a new number. The member id stays, the pass follows, and the old number is refused.
 * UNKNOWN_CARD for a member of another country.
 */
export async function replaceCard(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
): Promise<Replaced | FloorRefused> {
  const holder = await membershipByCard(tx, cardNumber);
  if (holder === null || !(await servesMembersOf(world, tx, venue, holder.homeSiteId))) return UNKNOWN_CARD;
  const found = await membershipOfUsableCard(world, tx, cardNumber);
  return "refusal" in found ? found : issueNewNumber(world, tx, venue, holder);
}

/**
 * Replaces a card at the desk, also that of a disabled or excluded holder: tills pay out to anybody who presents the card, so a lost one
 * must be ended. The holder stays barred from play, because exclusions are about persons, not cards.
 */
export async function replaceCardAtDesk(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
): Promise<Replaced | FloorRefused> {
  const card = await lockCard(tx, cardNumber);
  const holder = await membershipByCard(tx, cardNumber);
  if (holder === null || !(await servesMembersOf(world, tx, venue, holder.homeSiteId))) return UNKNOWN_CARD;
  if (card?.status !== "active") return refused("CARD_REPLACED", "replaced");
  await noteUse(world, tx, holder.id);
  return issueNewNumber(world, tx, venue, holder);
}

async function issueNewNumber(world: World, tx: Transaction, venue: Venue, { id }: Membership): Promise<Replaced> {
  const number = await issueCard(world, tx, { membershipId: id, type: "PLASTIC", siteId: venue.siteId });
  if (number === null) throw new Error("A card's new number was taken");
  return { ok: { card_number: number } };
}

function problemsAtReception(world: World, venue: Venue, given: Given) {
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

/**
 * Normalises a mobile number, dialled as in the venue's country or internationally, to E.164; null if it is invalid. Only the
 * length is checked: reception has spoken to the person.
 */
export function e164Of(venue: Venue, mobile: string): string | null {
  const found = parsePhoneNumberFromString(mobile, { defaultCountry: venue.country, extract: false });
  return found?.isPossible() === true && found.ext === undefined ? found.number : null;
}

function issued(cardNumber: string, memberId: string): FloorOutcome {
  return { ok: { card_number: cardNumber, member_id: memberId } };
}
