import { addDays, instantOfWallTime, wallTime } from "../../platform/time-zones.ts";
import { GROUP } from "../group.ts";

/**
 * Gaming days run from 10:00 to 09:59:59 on the venue's clock and are named by the date on which they begin. A gaming day in
 * which the clocks change has 23 or 25 hours.
 */

/** The gaming day of an instant, as YYYY-MM-DD. */
export function gamingDayOf(instant: Date, zone: string): string {
  const { date, minutes } = wallTime(instant, zone);
  return minutes >= GROUP.gamingDayStart ? date : addDays(date, -1);
}

/** The first instant of a gaming day. The start of the next day is its exclusive end. */
export function startOfGamingDay(day: string, zone: string): Date {
  return instantOfWallTime(day, GROUP.gamingDayStart, zone);
}

/** The same day of another month, or that month's last day if it is shorter: one month after 31 January is 28 or 29 February. */
export function addMonths(date: string, count: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}
