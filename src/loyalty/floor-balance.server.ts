import type { Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { credit, debit, reverseEarning } from "./balance.server.ts";
import type { Membership } from "./membership.ts";
import { membershipOfCard } from "./memberships.server.ts";
import { balanceDecimal, type Family } from "./movements.ts";

/** What the floor is answered: the balance as the member sees it, or a refusal by its code with the state that stands against it. */
type FloorAnswer = { status: 200 | 404 | 409; body: object };
type Reported = { event_id: string; card_number: string; amount: bigint };

const earningKey = (venue: Venue, eventId: string) => `floor/${venue.siteId}/earnings/${eventId}`;

/** POST /earnings: loyalty euros for play or for the table, credited as the floor gives them. */
export async function earnAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  { event_id, card_number, amount, family }: Reported & { family: Family },
): Promise<FloorAnswer> {
  const found = await holderOf(tx, card_number);
  if ("body" in found) return found;
  const { balance } = await credit(world, tx, {
    membershipId: found.holder.id,
    cents: amount,
    kind: family,
    key: earningKey(venue, event_id),
    siteId: venue.siteId,
    at: world.now(),
  });
  return balanceAnswer(balance);
}

/** POST /spendings: loyalty euros spent at a kiosk or at the cage; 409 INSUFFICIENT_BALANCE where there are not enough. */
export async function spendAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  { event_id, card_number, amount }: Reported,
): Promise<FloorAnswer> {
  const found = await holderOf(tx, card_number);
  if ("body" in found) return found;
  const spent = await debit(world, tx, {
    membershipId: found.holder.id,
    cents: amount,
    kind: "spending",
    key: `floor/${venue.siteId}/spendings/${event_id}`,
    siteId: venue.siteId,
    at: world.now(),
  });
  if ("refusal" in spent)
    return {
      status: 409,
      body: { error: spent.refusal, status: "active", balance: balanceDecimal(spent.balance) },
    };
  return balanceAnswer(spent.balance);
}

/** Takes back an earning that the venue reported by mistake, whatever became of the card since: 404 for none, 409 the second time. */
export async function takeBackAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  earning: string,
): Promise<FloorAnswer> {
  const key = earningKey(venue, earning);
  const taken = await reverseEarning(world, tx, { earningKey: key, siteId: venue.siteId, at: world.now() });
  if (taken === "unknown") return { status: 404, body: { error: "UNKNOWN_EARNING" } };
  if (taken === "reversed") return { status: 409, body: { error: "EARNING_REVERSED", status: "reversed" } };
  return balanceAnswer(taken.balance);
}

/**
 * The holder of a card that may be used. Earning and spending rest while a register names the holder, like gifts, top-ups and
 * marketing (G94): loyalty euros are a reward for coming back. What was earned stays. The desk is told no more than of any
 * card that is blocked.
 */
async function holderOf(tx: Transaction, cardNumber: string): Promise<{ holder: Membership } | FloorAnswer> {
  const holder = await membershipOfCard(tx, cardNumber);
  if (holder === null) return { status: 404, body: { error: "UNKNOWN_CARD" } };
  if (holder.status !== "active" || holder.excludedSince !== null) return conflict("CARD_BLOCKED", "blocked");
  if (holder.cardNumber !== cardNumber) return conflict("CARD_REPLACED", "replaced");
  return { holder };
}

function conflict(error: string, status: string): FloorAnswer {
  return { status: 409, body: { error, status } };
}

function balanceAnswer(balance: bigint): FloorAnswer {
  return { status: 200, body: { balance: balanceDecimal(balance) } };
}
