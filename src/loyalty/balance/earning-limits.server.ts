import { sql } from "kysely";
import { lockedBalance } from "../../ledger/reading.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import { gamingDayOf } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import { accountOf } from "./lots.server.ts";
import { balanceDecimal } from "./movements.ts";

const CENTS = 100n;

/**
 * Counts an earning that a venue's floor reports towards the venue's limits: the most of one call, and of one member in a gaming
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
  const isCounted = await addToEarningDay(tx, venue, { membershipId, cents, at }, limit);
  return isCounted ? null : `must not bring the card above ${balanceDecimal(limit)} in a day`;
}

/** Adds to a member's day at a site unless that would exceed the limit. Returns false, with nothing added, if it would. */
async function addToEarningDay(
  tx: Transaction,
  { siteId, policy }: Venue,
  { membershipId, cents, at }: { membershipId: string; cents: bigint; at: Date },
  limit: bigint,
): Promise<boolean> {
  const day = gamingDayOf(at, policy.timeZone);
  const { rows } = await sql`
    insert into earning_days (site_id, membership_id, gaming_day, earned_minor)
    select ${siteId}, ${membershipId}, ${day}::date, ${cents}::bigint where ${cents}::bigint <= ${limit}::bigint
    on conflict (site_id, membership_id, gaming_day) do update
      set earned_minor = earning_days.earned_minor + excluded.earned_minor
      where earning_days.earned_minor + excluded.earned_minor <= ${limit}::bigint
    returning earned_minor`.execute(tx);
  return rows.length > 0;
}

/** Takes a reversed earning off the day in which it was earned. Call it with the account locked. */
export async function uncountEarning(
  tx: Transaction,
  { siteId, policy }: Venue,
  { membershipId, cents, earnedAt }: { membershipId: string; cents: bigint; earnedAt: Date },
): Promise<void> {
  await tx
    .updateTable("earning_days")
    .set(({ fn, val, eb }) => ({ earned_minor: fn<bigint>("greatest", [eb("earned_minor", "-", cents), val(0n)]) }))
    .where("site_id", "=", siteId)
    .where("membership_id", "=", membershipId)
    .where("gaming_day", "=", gamingDayOf(earnedAt, policy.timeZone))
    .execute();
}
