import { m } from "../../messages/messages.js";
import type { OpeningHours } from "../../platform/opening-hours.ts";
import { wallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";
import { dayAt, timeAt } from "../dates.ts";
import type { Venue } from "../venue.ts";
import { comingOpenings } from "./open-state.ts";
import { openingsText } from "./open-now.ts";

/** Those of this day and the next one after it, at most. A kept page is made anew at midnight. */
const COUNT = 4;
/** The end of an opening without one: the year 2285. */
const NEVER = 166_000_000;
const MINUTE_MS = 60_000;

/** The coming openings of a venue or a place in words, from which the page's script tells what is open now. */
export function openingsOf(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): string {
  const clock = { locale, timeZone: venue.policy.timeZone };
  const { date } = wallTime(now, clock.timeZone);
  const openings = comingOpenings(hours, now, clock.timeZone, COUNT).map(({ start, end }) => {
    const time = timeAt(new Date(start), clock);
    const isLater = wallTime(start, clock.timeZone).date > date;
    const words = [
      start / MINUTE_MS,
      end === null ? NEVER : end / MINUTE_MS,
      end === null ? m.open_always() : m.open_until({ time: timeAt(new Date(end), clock) }),
      isLater
        ? m.closed_opens_on({ day: dayAt(new Date(start), clock, "weekday"), time })
        : m.closed_opens_at({ time }),
    ] as const;
    return { isLater, words };
  });
  const later = openings.findIndex(({ isLater }) => isLater);
  return openingsText(openings.slice(0, later === -1 ? COUNT : later + 1).map(({ words }) => words));
}

/** When a place that is closed all day opens next, with the weekday in words; null where it does not in the next two weeks. */
export function nextOpening(
  hours: OpeningHours,
  venue: Venue,
  locale: Locale,
  now: Date,
): { start: Date; weekday: string } | null {
  const clock = { locale, timeZone: venue.policy.timeZone };
  const [next] = comingOpenings(hours, now, clock.timeZone, 1);
  if (next === undefined) return null;
  const start = new Date(next.start);
  return { start, weekday: dayAt(start, clock, "weekday") };
}
