import type { HoursException, OpeningHours, Slot } from "../platform/opening-hours.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { Locale } from "../venues/contract.ts";
import { hoursView } from "../venues/hours/view.ts";
import { rangesInWords } from "../venues/hours/ranges.ts";
import { endOfDay, slotsOf } from "../venues/hours/open-state.ts";
import { nextOpening } from "../venues/hours/openings.ts";
import { dayAddress, pairAddress } from "../venues/addresses/booking-address.ts";
import type { Venue } from "../venues/venue.ts";
import type { PlaceHours } from "./views.ts";

/**
 * Today's ranges of a schedule in the page's language, null on a closed day, and the note of an exception. Cached pages
 * are made anew at the venue's midnight.
 */
export function hoursToday(
  hours: OpeningHours,
  venue: Venue,
  locale: Locale,
  now: Date,
): { ranges: string | null; note: string | null } {
  const { slots, exception } = dayOf(hours, venue, now);
  return { ranges: rangesInWords(slots, locale), note: exception?.note?.[locale] ?? null };
}

type Booked = { opening_hours: OpeningHours | null; reservation_link: string | null };

/**
 * Where a place takes bookings, for a day that is written into the partner's address; `{party}` stays. On a day on which it is closed, and
 * from the end of the day's last hours, they are for the next day on which it opens; where that is not known, there are none.
 */
export function bookingOf(
  { opening_hours: hours, reservation_link: link }: Booked,
  venue: Venue,
  locale: Locale,
  now: Date,
): { bookingUrl: string | null; bookingDay: string | null } {
  const isToday = hours === null || isBookedToday(hours, venue, now);
  const next = isToday ? null : nextOpening(hours, venue, locale, now);
  if (link === null || (!isToday && next === null)) return { bookingUrl: null, bookingDay: null };
  const { date } = wallTime(next?.start ?? now, venue.policy.timeZone);
  return { bookingUrl: dayAddress(link, date), bookingDay: next?.day ?? null };
}

function isBookedToday(hours: OpeningHours, venue: Venue, now: Date): boolean {
  const end = endOfToday(hours, venue, now);
  return end !== null && end > now;
}

/** When the last of today's hours end; null on a closed day. */
export function endOfToday(hours: OpeningHours, { policy: { timeZone } }: Venue, now: Date): Date | null {
  const end = endOfDay(hours, wallTime(now, timeZone).date, timeZone);
  return end === null ? null : new Date(end);
}

/** The partner's address for two guests today, as the content API gives it; null where there is none. */
export function bookingToday(link: string | null, venue: Venue, now: Date): string | null {
  return link === null ? null : pairAddress(dayAddress(link, wallTime(now, venue.policy.timeZone).date));
}

/**
 * The week of a place from Monday, its future exceptions, and which day is today. The language of hours may differ from
 * the page's.
 */
export function placeHours(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): PlaceHours {
  const { language, days, exceptions } = hoursView(hours, venue, locale, now);
  const { dayOfWeek, exception } = dayOf(hours, venue, now);
  return {
    language,
    days: days.map(({ label, ranges, ...day }) => ({
      label,
      ranges,
      // An exception has its own line, so the day of the week is not today's rule.
      isToday: day.dayOfWeek === dayOfWeek && exception === undefined,
    })),
    exceptions,
  };
}

function dayOf(
  hours: OpeningHours,
  venue: Venue,
  now: Date,
): { slots: Slot[]; dayOfWeek: number; exception: HoursException | undefined } {
  const { date, dayOfWeek } = wallTime(now, venue.policy.timeZone);
  const exception = hours.exceptions?.find((one) => one.date === date);
  return { slots: slotsOf(hours, date), dayOfWeek, exception };
}
