import { lockedBalance } from "../../ledger/reading.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { gamingDayOf } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import { addToEarningDay, takeFromEarningDay } from "./ceiling-queries.server.ts";
import { accountOf } from "./lots.server.ts";
import { balanceDecimal } from "./movements.ts";

const CENTS = 100n;

/**
 * Counts an earning that a venue's floor reports towards the venue's ceilings: the most of one call, and of one member in a gaming
 * day. A stolen key or a till that has gone wrong can credit no more than that. Returns what is wrong with the amount, with nothing
 * counted, or null.
 */
export async function countEarning(
  tx: Transaction,
  venue: Venue,
  { membershipId, cents, at }: { membershipId: string; cents: bigint; at: Date },
): Promise<string | null> {
  const most = BigInt(venue.config.earning_limit) * CENTS;
  if (cents > most) return `must be at most ${balanceDecimal(most)}`;
  // A reversal locks the account before the day's sum. An earning locks both in the same order, so that the two cannot deadlock.
  await lockedBalance(tx, accountOf(membershipId));
  const limit = BigInt(venue.config.earning_day_limit) * CENTS;
  const isCounted = await addToEarningDay(tx, dayOf(venue, membershipId, at), { cents, limit });
  return isCounted ? null : `must not bring the card above ${balanceDecimal(limit)} in a day`;
}

/** Takes a reversed earning off the day in which it was earned. Call it with the account locked. */
export async function uncountEarning(
  tx: Transaction,
  venue: Venue,
  { membershipId, cents, earnedAt }: { membershipId: string; cents: bigint; earnedAt: Date },
): Promise<void> {
  await takeFromEarningDay(tx, dayOf(venue, membershipId, earnedAt), cents);
}

function dayOf({ siteId, policy }: Venue, membershipId: string, at: Date) {
  return { site_id: siteId, membership_id: membershipId, gaming_day: gamingDayOf(at, policy.timeZone) };
}
