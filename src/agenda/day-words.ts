import { m } from "../messages/messages.js";
import { addDays, wallTime } from "../platform/time-zones.ts";
import { capitalised, type Clock, dayText } from "../venues/language/dates.ts";
import { eventDayDate, isAtNight, EVENT_DAY_START_MINUTES } from "./event-day.ts";

const DAYS_IN_WEEK = 7;

type Now = { now: Date; zone: string };

/**
 * 'Ce soir' or 'Aujourd’hui', 'Demain'; null for a day that only its weekday names. Days are YYYY-MM-DD. After midnight 'tomorrow' would
 * be taken for two days, so the weekday names it.
 */
export function namedDay(day: string, { now, zone }: Now, hasNight: boolean): string | null {
  const today = eventDayDate(now, zone);
  if (day === today) return hasNight ? m.agenda_tonight() : m.agenda_today();
  const isSmallHours = wallTime(now, zone).minutes < EVENT_DAY_START_MINUTES;
  return day === addDays(today, 1) && !isSmallHours ? m.agenda_tomorrow() : null;
}

/** The day of an event in the fewest words: 'Ce soir', 'Demain', within a week 'Jeudi', later '8 décembre'. */
export function shortDay(start: Date, { now, zone, locale }: Now & { locale: Clock["locale"] }): string {
  const date = eventDayDate(start, zone);
  const named = namedDay(date, { now, zone }, isAtNight(start, zone));
  if (named !== null) return named;
  const isThisWeek = date < addDays(eventDayDate(now, zone), DAYS_IN_WEEK);
  return capitalised(dayText(date, locale, isThisWeek ? "weekday" : "day"));
}
