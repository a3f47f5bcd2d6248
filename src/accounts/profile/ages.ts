import { wallTime } from "../../platform/time-zones.ts";

/**
 * Age in whole years at an instant, on the calendar of a time zone. `birthday` is an ISO date; the age is negative before it. In a year
 * without 29 February, somebody born on that day turns a year older on 1 March.
 */
export function ageAt(now: Date, timeZone: string, birthday: string): number {
  const { date } = wallTime(now, timeZone);
  const years = Number(date.slice(0, 4)) - Number(birthday.slice(0, 4));
  return date.slice(5) < birthday.slice(5) ? years - 1 : years;
}
