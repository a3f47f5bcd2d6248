/** The live jackpot counter (section 9 "Venue display"). Browser-safe and free of imports. */

/** How long the counter runs, in milliseconds. */
export const COUNTER_MS = 180_000;
/** How far below the live amount it starts, in minor units: 20.00. */
const COUNTER_LEAD_MINOR = 2_000;

/**
 * What the counter shows at `now`, in whole minor units: from 20.00 below the live amount when it started up to the
 * amount itself 180 s later, evenly. Never above the amount, never below zero, and never off that way when the
 * visitor's clock is set back or the page slept.
 */
export function counterValue(targetMinor: number, startedAt: number, now: number): number {
  const progress = Math.min(1, Math.max(0, (now - startedAt) / COUNTER_MS));
  return Math.max(0, targetMinor - Math.ceil(COUNTER_LEAD_MINOR * (1 - progress)));
}
