import type { OpeningHours } from "./opening-hours.ts";

/** The schedule with its days sorted from Monday to Sunday. */
export function mondayFirst(hours: OpeningHours): OpeningHours {
  const place = (dayOfWeek: number) => (dayOfWeek + 6) % 7;
  return { ...hours, days: hours.days.toSorted((one, other) => place(one.dayOfWeek) - place(other.dayOfWeek)) };
}
