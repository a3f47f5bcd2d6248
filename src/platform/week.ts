import type { OpeningHours } from "./opening-hours.ts";

/** A schedule whose days stand in the order in which people read a week. */
export function mondayFirst(hours: OpeningHours): OpeningHours {
  const place = (dayOfWeek: number) => (dayOfWeek + 6) % 7;
  return { ...hours, days: hours.days.toSorted((one, other) => place(one.dayOfWeek) - place(other.dayOfWeek)) };
}
