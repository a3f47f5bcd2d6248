import { luhnDigit } from "../loyalty/membership.ts";
import { addDays, wallTime } from "../platform/time-zones.ts";
import { addMonths } from "../venues/hours/gaming-day.ts";

/** Constants and rules of gifts that the server and the browser share. Browser-safe. */

export const CODE_DIGITS = 13;
/** How long a kiosk may hold a gift, in milliseconds. */
export const RESERVATION_MS = 120_000;
/** Used gifts are listed for this long. */
export const USED_MONTHS = 12;
/** The expiry date is shown from this many months before. */
const SHOWN_MONTHS = 2;

/** True for thirteen digits whose last is the check digit. Codes that fail need no look-up. */
export function isGiftCode(text: string): boolean {
  return /^[0-9]{13}$/.test(text) && luhnDigit(text.slice(0, -1)) === text.slice(-1);
}

/**
 * The last day on which a gift can be used, as YYYY-MM-DD in the zone. The expiry is exclusive, so it is the day before. Null
 * while the expiry is more than two months away, when no date is shown.
 */
export function shownExpiry(expiresAt: Date, now: Date, zone: string): string | null {
  const { date } = wallTime(expiresAt, zone);
  return wallTime(now, zone).date < addMonths(date, -SHOWN_MONTHS) ? null : addDays(date, -1);
}

/** Splits a label into its lines: hyphens are shown as line breaks. */
export function labelLines(label: string): string[] {
  return label
    .split("-")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
