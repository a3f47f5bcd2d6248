import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { gamingDayOf } from "../venues/hours/gaming-day.ts";
import { addToDay, markAlert, totalOfDay } from "./queries.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";

/**
 * Counts a top-up in its venue's gaming day, and raises an alert when the day's total reaches the country's threshold (R.561-10,
 * L.561-13; OBA-CFMJ). Only staff may see the register. The member is told nothing, and nothing is refused.
 */
export async function countForAml(
  world: World,
  tx: Transaction,
  sites: Pick<VenueTable, "bySite">,
  payment: { membership_id: string; site_id: number; amount_minor: bigint },
): Promise<void> {
  const venue = sites.bySite(payment.site_id);
  if (venue === undefined) return;
  const now = world.now();
  const day = {
    membership_id: payment.membership_id,
    site_id: payment.site_id,
    gaming_day: gamingDayOf(now, venue.policy.timeZone),
  };
  const total = await addToDay(tx, { ...day, total_minor: payment.amount_minor });
  const threshold = venue.policy.amlAlertMinor;
  if (total < threshold || total - payment.amount_minor >= threshold) return;
  await markAlert(tx, day, now);
  world.metrics.count("aml_alerts_total");
  world.log.warn(
    { site: day.site_id, gamingDay: day.gaming_day },
    "A member's top-ups reached the AML alert threshold",
  );
}

/** What a member has paid in at a venue in the current gaming day, in minor units. Never tell the member about thresholds. */
export function paidInToday(world: World, venue: Venue, membershipId: string): Promise<bigint> {
  const day = gamingDayOf(world.now(), venue.policy.timeZone);
  return totalOfDay(world.database.db, { membership_id: membershipId, site_id: venue.siteId, gaming_day: day });
}
