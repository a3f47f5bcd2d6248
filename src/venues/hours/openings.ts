import { MINUTE_MS } from "../../platform/durations.ts";
import { m } from "../../messages/messages.js";
import type { OpeningHours } from "../../platform/opening-hours.ts";
import { addDays, wallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";
import { dayText, timeAt } from "../language/dates.ts";
import type { Venue } from "../venue.ts";
import { comingOpenings } from "./open-state.ts";
import { openingsText } from "./cached-openings.ts";

/** The most openings in a page: those of today and the next one. A cached page is made anew at midnight. */
const COUNT = 4;
/** The end of an opening without one: the year 2285. */
const NEVER = 166_000_000;
const DAYS_IN_WEEK = 7;

/** The coming openings of a venue or a place in words, from which the page's script tells what is open now. */
export function openingsOf(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): string {
  const clock = { locale, timeZone: venue.policy.timeZone };
  const { date } = wallTime(now, clock.timeZone);
  const openings = comingOpenings(hours, now, clock.timeZone, COUNT).map(({ start, end }) => {
    const time = timeAt(new Date(start), clock);
    const day = wallTime(start, clock.timeZone).date;
    const isLater = day > date;
    const words = [
      start / MINUTE_MS,
      end === null ? NEVER : end / MINUTE_MS,
      end === null ? m.open_always() : m.open_until({ time: timeAt(new Date(end), clock) }),
      isLater ? m.closed_opens_on({ day: dayName(day, date, locale), time }) : m.closed_opens_at({ time }),
    ] as const;
    return { isLater, words };
  });
  const later = openings.findIndex(({ isLater }) => isLater);
  return openingsText(openings.slice(0, later === -1 ? COUNT : later + 1).map(({ words }) => words));
}

/** The day on which a place opens, in words: its weekday, with the date if it is a week away or more. */
function dayName(day: string, today: string, locale: Locale): string {
  return dayText(day, locale, day < addDays(today, DAYS_IN_WEEK) ? "weekday" : "weekdayAndDay");
}

/** When a place opens next, with that day in words; null where it does not in the next two weeks. */
export function nextOpening(
  hours: OpeningHours,
  venue: Venue,
  locale: Locale,
  now: Date,
): { start: Date; day: string } | null {
  const { timeZone } = venue.policy;
  // The first one may have begun the evening before.
  const next = comingOpenings(hours, now, timeZone, 2).find(({ start }) => start > +now);
  if (next === undefined) return null;
  const day = dayName(wallTime(next.start, timeZone).date, wallTime(now, timeZone).date, locale);
  return { start: new Date(next.start), day };
}
