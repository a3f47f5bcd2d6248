import { DAY_MS } from "../../platform/durations.ts";
import type { OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { clockChanges, wallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";
import { HOURS_TEXTS } from "./texts.ts";
import { dayLabel, dayText } from "../language/dates.ts";
import { rangesText } from "./ranges.ts";
import type { Venue } from "../venue.ts";
import type { HoursView } from "../views.ts";

/** Exceptions further ahead than this many days are not listed. */
const EXCEPTION_DAYS_AHEAD = 45;
/** A page carries the clock changes of more than a year, so that one left open for long stays right. */
const CLOCK_DAYS_BACK = 30;
const CLOCK_DAYS = 400;

/**
 * The data of the opening-hours widget: the week from Monday in words, upcoming exceptions, and the schedule from which the
 * script computes the state. Dutch stands on French pages only: an English page is English.
 */
export function hoursView(hours: OpeningHours, venue: Venue, locale: Locale, now: Date): HoursView {
  const language = venue.policy.hoursLocale === "nl" && locale === "fr" ? "nl" : locale;
  const texts = HOURS_TEXTS[language];
  const days = hours.days.map((day) => ({
    dayOfWeek: day.dayOfWeek,
    label: dayLabel(day.dayOfWeek, language),
    ranges: rangesText(day.schedules, language),
  }));
  return {
    language,
    days: days.sort((a, b) => mondayFirst(a.dayOfWeek) - mondayFirst(b.dayOfWeek)),
    exceptions: comingExceptions(hours, venue, now).map((exception) => ({
      label: dayText(exception.date, language, "day"),
      ranges: rangesText(exception.schedules, language),
      note: exception.note?.[locale] ?? null,
    })),
    // Notes are left out: only readers need them, and they are in the words above.
    schedule: {
      days: hours.days.map((day) => ({ ...day, label: dayLabel(day.dayOfWeek, language) })),
      exceptions: (hours.exceptions ?? []).map(({ date, schedules }) => ({ date, schedules })),
    },
    timeZone: venue.policy.timeZone,
    clock: clockChanges(
      new Date(Math.floor(now.getTime() / DAY_MS - CLOCK_DAYS_BACK) * DAY_MS),
      CLOCK_DAYS,
      venue.policy.timeZone,
    ),
    texts,
  };
}

function comingExceptions(
  hours: OpeningHours,
  venue: Venue,
  now: Date,
): { date: string; schedules: Slot[]; note?: { fr: string; en: string } }[] {
  const today = wallTime(now, venue.policy.timeZone).date;
  const horizon = wallTime(new Date(now.getTime() + EXCEPTION_DAYS_AHEAD * DAY_MS), venue.policy.timeZone).date;
  return (hours.exceptions ?? []).filter((exception) => exception.date >= today && exception.date <= horizon);
}

function mondayFirst(dayOfWeek: number): number {
  return (dayOfWeek + 6) % 7;
}
