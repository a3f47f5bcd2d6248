import type { OpeningHoursSpecification } from "schema-dts";
import type { OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { isReal } from "./open-state.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
/** A closed day, as schema.org writes it. */
const CLOSED: Slot[] = [{ open: "00:00", close: "00:00" }];

type HoursData = {
  openingHoursSpecification: OpeningHoursSpecification[];
  specialOpeningHoursSpecification?: OpeningHoursSpecification[];
};

/** Opening hours as structured data: the week, and the exceptions from `today` on, the venue's local day as YYYY-MM-DD. */
export function hoursData(hours: OpeningHours, today: string): HoursData {
  const special = exceptionData(hours, today);
  return {
    openingHoursSpecification: weekData(hours),
    ...(special.length === 0 ? {} : { specialOpeningHoursSpecification: special }),
  };
}

/**
 * One entry for each pair of hours with the days that share it. A closing hour before the opening hour belongs to the
 * next day.
 */
function weekData({ days }: OpeningHours): OpeningHoursSpecification[] {
  const byHours = new Map<string, { slot: Slot; dayOfWeek: (typeof DAYS)[number][] }>();
  for (const day of days) {
    for (const slot of day.schedules.filter(isReal)) {
      const key = `${slot.open}-${slot.close}`;
      const entry = byHours.get(key) ?? { slot, dayOfWeek: [] };
      entry.dayOfWeek.push(DAYS[day.dayOfWeek] ?? "Sunday");
      byHours.set(key, entry);
    }
  }
  return [...byHours.values()].map(({ slot, dayOfWeek }) => ({ ...slotData(slot), dayOfWeek }));
}

function exceptionData({ exceptions = [] }: OpeningHours, today: string): OpeningHoursSpecification[] {
  return exceptions
    .filter(({ date }) => date >= today)
    .flatMap(({ date, schedules }) => {
      const open = schedules.filter(isReal);
      return (open.length === 0 ? CLOSED : open).map((slot) => ({
        ...slotData(slot),
        validFrom: date,
        validThrough: date,
      }));
    });
}

function slotData({ open, close }: Slot): Extract<OpeningHoursSpecification, object> {
  return { "@type": "OpeningHoursSpecification", opens: open, closes: close };
}
