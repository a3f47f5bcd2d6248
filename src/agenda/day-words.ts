import { m } from "../messages/messages.js";
import { addDays, wallTime } from "../platform/time-zones.ts";
import { capitalised, type Clock, dayText } from "../venues/language/dates.ts";
import { eveningDate, isAtNight, TURN_MINUTES } from "./evening.ts";

const DAYS_IN_WEEK = 7;

/** 'Ce soir' or 'Aujourd’hui', 'Demain'; null for a day that only its weekday names. Days are YYYY-MM-DD. */
export function namedDay(day: string, today: string, hasNight: boolean): string | null {
  if (day === today) return hasNight ? m.agenda_tonight() : m.agenda_today();
  return day === addDays(today, 1) ? m.agenda_tomorrow() : null;
}

/**
 * The day of an event in the fewest words: 'Ce soir', 'Demain', within a week 'Jeudi', later '8 décembre'. After midnight 'tomorrow'
 * would be taken for two days, so the weekday is named.
 */
export function shortDay(
  start: Date,
  { now, zone, locale }: { now: Date; zone: string; locale: Clock["locale"] },
): string {
  const today = eveningDate(now, zone);
  const date = eveningDate(start, zone);
  const isSmallHours = wallTime(now, zone).minutes < TURN_MINUTES;
  const named = date > today && isSmallHours ? null : namedDay(date, today, isAtNight(start, zone));
  if (named !== null) return named;
  const isThisWeek = date < addDays(today, DAYS_IN_WEEK);
  return capitalised(dayText(date, locale, isThisWeek ? "weekday" : "day"));
}
