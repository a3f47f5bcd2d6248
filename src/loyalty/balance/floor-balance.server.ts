import type { FloorOutcome } from "../floor-outcome.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { credit, debit, reverseEarning } from "./balance.server.ts";
import { membershipOfPlayer, membershipOfUsableCard } from "../card-use.server.ts";
import { countEarning, uncountEarning } from "./earning-limits.server.ts";
import type { RegisterAnswer } from "../../protection/exclusions/registers.server.ts";
import { balanceDecimal, isGame, type Family } from "./movements.ts";

type Reported = { event_id: string; card_number: string; amount: bigint };

const earningKey = (venue: Venue, eventId: string) => `floor/${venue.siteId}/earnings/${eventId}`;

/**
 * POST /earnings: credits loyalty euros that the floor reports for play, meals or stays. Refused while the holder is excluded,
 * like every use of the card: loyalty euros are an incentive to come back. The existing balance stays. What was played is refused
 * also for whoever may not play at the venue (see `refusalToPlay`; `registerAnswer` is what `askBeforePlay` learnt). A problem of `amount` for
 * more than the venue's limits allow.
 */
export async function earnAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  { event_id, card_number, amount, family }: Reported & { family: Family },
  registerAnswer: RegisterAnswer,
): Promise<FloorOutcome> {
  const found = isGame(family)
    ? await membershipOfPlayer(world, tx, venue, card_number, registerAnswer)
    : await membershipOfUsableCard(world, tx, card_number);
  if ("refusal" in found) return found;
  const earned = { membershipId: found.membership.id, cents: amount, siteId: venue.siteId, at: world.now() };
  const above = await countEarning(tx, venue, earned);
  if (above !== null) return { problems: [{ key: "amount", message: above }] };
  const { balance } = await credit(world, tx, { ...earned, kind: family, key: earningKey(venue, event_id) });
  await world.hooks.loyalty.earned(tx, { ...earned, family });
  return balanceAnswer(balance);
}

/** POST /spendings: loyalty euros spent at a kiosk or the cage; INSUFFICIENT_BALANCE if the balance is too low. */
export async function spendAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  { event_id, card_number, amount }: Reported,
): Promise<FloorOutcome> {
  const found = await membershipOfUsableCard(world, tx, card_number);
  if ("refusal" in found) return found;
  const spent = await debit(world, tx, {
    membershipId: found.membership.id,
    cents: amount,
    kind: "spending",
    key: `floor/${venue.siteId}/spendings/${event_id}`,
    siteId: venue.siteId,
    at: world.now(),
  });
  if ("refusal" in spent) return { refusal: spent.refusal, status: "active", balance: balanceDecimal(spent.balance) };
  return balanceAnswer(spent.balance);
}

/**
 * Reverses an earning that the venue reported by mistake, whatever the card's state. UNKNOWN_EARNING if there is none,
 * EARNING_REVERSED the second time.
 */
export async function reverseEarningAtFloor(
  world: World,
  tx: Transaction,
  venue: Venue,
  earning: string,
): Promise<FloorOutcome> {
  const key = earningKey(venue, earning);
  const at = world.now();
  const { siteId } = venue;
  const taken = await reverseEarning(world, tx, { earningKey: key, siteId, at });
  if (taken === "unknown") return { refusal: "UNKNOWN_EARNING" };
  if (taken === "reversed") return { refusal: "EARNING_REVERSED", status: "reversed" };
  const { membershipId, kind: family, cents } = taken;
  await uncountEarning(tx, venue, taken);
  await world.hooks.loyalty.earned(tx, { membershipId, family, cents: -cents, siteId, at });
  return balanceAnswer(taken.balance);
}

function balanceAnswer(balance: bigint): FloorOutcome {
  return { ok: { balance: balanceDecimal(balance) } };
}
