import { luhnDigit } from "../loyalty/membership.ts";
import { addDays, wallTime } from "../platform/time-zones.ts";
import { addMonths } from "../venues/hours/gaming-day.ts";

/** What the server and the browser both know of gifts (sections 3 and 9). Browser-safe. */

export const CODE_DIGITS = 13;
/** How long a kiosk may hold a gift (G112). */
export const RESERVATION_MS = 120_000;
/** Used gifts are listed this long (G118). */
export const USED_MONTHS = 12;
/** The expiry is shown this many months before (section 9). */
const SHOWN_MONTHS = 2;

/** True for thirteen digits of which the last checks the others (G114): what does not pass needs no look-up. */
export function isGiftCode(text: string): boolean {
  return /^[0-9]{13}$/.test(text) && luhnDigit(text.slice(0, -1)) === text.slice(-1);
}

/**
 * The last day on which a gift may be used, as YYYY-MM-DD of the zone: a day before its expiry, which is exclusive (G115). Null
 * while the expiry is more than two months away, when nothing is shown (section 9, O3).
 */
export function shownExpiry(expiresAt: Date, now: Date, zone: string): string | null {
  const { date } = wallTime(expiresAt, zone);
  return wallTime(now, zone).date < addMonths(date, -SHOWN_MONTHS) ? null : addDays(date, -1);
}

/** A label's lines: hyphens are displayed as line breaks (section 3). */
export function labelLines(label: string): string[] {
  return label
    .split("-")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
