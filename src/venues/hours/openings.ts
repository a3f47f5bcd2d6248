import { m } from "../../messages/messages.js";
import type { OpeningHours } from "../../platform/opening-hours.ts";
import { wallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";
import { dayAt, timeAt } from "../dates.ts";
import type { Venue } from "../venue.ts";
import { comingOpenings } from "./open-state.ts";
import { openingsText } from "./open-now.ts";

/** Enough for lunch and dinner of this day and the next opening. A kept page is made anew at midnight. */
const COUNT = 3;
/** The end of an opening without one: the year 2286. */
const NEVER = 9_999_999_999;

/** The coming openings of a venue or a place in words, from which the page's script tells what is open now. */
export function openingsOf(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): string {
  const clock = { locale, timeZone: venue.policy.timeZone };
  const { date } = wallTime(now, clock.timeZone);
  const openings = comingOpenings(hours, now, clock.timeZone, COUNT).map(({ start, end }) => {
    const time = timeAt(new Date(start), clock);
    const isToday = wallTime(start, clock.timeZone).date === date;
    return [
      start / 1_000,
      end === null ? NEVER : end / 1_000,
      end === null ? m.open_always() : m.open_until({ time: timeAt(new Date(end), clock) }),
      isToday
        ? m.closed_opens_at({ time })
        : m.closed_opens_on({ day: dayAt(new Date(start), clock, "weekday"), time }),
    ] as const;
  });
  return openingsText(openings);
}

/** The weekday on which a place that is closed all day opens next; null where it opens today, or not in the next two weeks. */
export function nextOpenDay(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): string | null {
  const clock = { locale, timeZone: venue.policy.timeZone };
  const [next] = comingOpenings(hours, now, clock.timeZone, 1);
  return next === undefined ? null : dayAt(new Date(next.start), clock, "weekday");
}
