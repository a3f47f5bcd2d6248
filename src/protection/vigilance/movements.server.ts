import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { gamingDayOf } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import { addMovement, daysUpTo, markAlert, toppedUp, type MovementKind, type PersonDay } from "./queries.server.ts";

/** Money that a person moved at a venue, into the group's keeping or out of it. `key` is that of its posting: a movement counts once. */
export type Movement = {
  membershipId: string;
  kind: MovementKind;
  /** In minor units, more than 0 whichever way it went. */
  minor: bigint;
  currency: "EUR" | "CHF";
  key: string;
};

/**
 * Counts a movement of money, in the transaction of its posting: bank credits and till loads, refunds and cash paid out at a till.
 * The total of a person's gaming day is over all venues of the country, in its currency. Raises an alert when it reaches the
 * country's threshold of a day, or when days that each stay below it reach the threshold of several days together (in France by
 * articles R.561-10 and L.561-13 of the monetary code, in Switzerland by the ordinance of the gaming commission against money
 * laundering, OBA-CFMJ). Only staff may see the movements. The member is told nothing, and no movement is refused.
 */
export async function countMovement(
  world: World,
  tx: Transaction,
  { siteId, country, policy }: Pick<Venue, "siteId" | "country" | "policy">,
  { membershipId, kind, minor, currency, key }: Movement,
): Promise<void> {
  const now = world.now();
  const whose = { membershipId, country, currency, gamingDay: gamingDayOf(now, policy.timeZone) };
  const total = await addMovement(tx, whose, { siteId, kind, minor, key, at: now });
  if (total === null || currency !== policy.currency) return;
  const { dayMinor, structuring } = policy.vigilance;
  if (total >= dayMinor) {
    if (total - minor < dayMinor) await alert(world, tx, whose, "day");
    return;
  }
  if (structuring === null) return;
  const days = await daysUpTo(tx, whose, structuring.days);
  const isReached = days.total >= structuring.minor && days.highest < dayMinor;
  // One alert for the same days.
  if (isReached && !days.isStructured) await alert(world, tx, whose, "structuring");
}

async function alert(world: World, tx: Transaction, whose: PersonDay, rule: "day" | "structuring"): Promise<void> {
  await markAlert(tx, whose, rule === "day" ? "alerted_at" : "structured_at", world.now());
  world.metrics.count(`aml_alerts_total{rule="${rule}"}`);
  const { country, gamingDay } = whose;
  world.log.warn({ country, gamingDay, rule }, "a member's movements of money reached an AML alert threshold");
}

/** What a member has topped up at a venue in the current gaming day, in minor units. Never tell the member about thresholds. */
export function paidInToday(world: World, venue: Venue, membershipId: string): Promise<bigint> {
  const gamingDay = gamingDayOf(world.now(), venue.policy.timeZone);
  return toppedUp(world.database.db, { membershipId, siteId: venue.siteId, gamingDay });
}
