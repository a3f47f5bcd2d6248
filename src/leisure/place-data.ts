import type { OpeningHours, Slot } from "../platform/opening-hours.ts";

const TYPES = { restaurant: "Restaurant", bar: "BarOrPub", hostel: "Hotel" } as const;
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** A closed day, as schema.org writes it. */
const CLOSED: Slot[] = [{ open: "00:00", close: "00:00" }];

export type PlaceFacts = {
  type: keyof typeof TYPES;
  name: string;
  description: string;
  /** Absolute addresses. */
  url: string;
  image: string;
  telephone: string;
  address: { street: string; postalCode: string; locality: string; region: string | null; country: string };
  hours: OpeningHours | null;
  menuUrl: string | null;
  bookingUrl: string | null;
};

/**
 * Structured data of a restaurant, bar or hotel. Unknown facts are left out. `today` is the venue's local day,
 * YYYY-MM-DD.
 */
export function placeData(facts: PlaceFacts, today: string): object {
  const isTable = facts.type !== "hostel";
  return {
    "@context": "https://schema.org",
    "@type": TYPES[facts.type],
    name: facts.name,
    description: facts.description,
    url: facts.url,
    image: facts.image,
    telephone: facts.telephone,
    address: {
      "@type": "PostalAddress",
      streetAddress: facts.address.street,
      postalCode: facts.address.postalCode,
      addressLocality: facts.address.locality,
      addressRegion: facts.address.region ?? undefined,
      addressCountry: facts.address.country,
    },
    openingHoursSpecification: facts.hours === null ? undefined : weekData(facts.hours),
    specialOpeningHoursSpecification: facts.hours === null ? undefined : exceptionData(facts.hours, today),
    menu: isTable ? (facts.menuUrl ?? undefined) : undefined,
    acceptsReservations: isTable ? (facts.bookingUrl ?? undefined) : undefined,
  };
}

/**
 * One entry for each pair of hours with the days that share it. A closing hour before the opening hour belongs to the
 * next day.
 */
function weekData({ days }: OpeningHours): object[] {
  const byHours = new Map<string, { slot: Slot; dayOfWeek: string[] }>();
  for (const day of days) {
    for (const slot of day.schedules.filter(isReal)) {
      const key = `${slot.open}-${slot.close}`;
      const entry = byHours.get(key) ?? { slot, dayOfWeek: [] };
      entry.dayOfWeek.push(DAYS[day.dayOfWeek] ?? "");
      byHours.set(key, entry);
    }
  }
  return [...byHours.values()].map(({ slot, dayOfWeek }) => ({ ...hoursData(slot), dayOfWeek }));
}

function exceptionData({ exceptions = [] }: OpeningHours, today: string): object[] | undefined {
  const coming = exceptions.filter(({ date }) => date >= today);
  if (coming.length === 0) return undefined;
  return coming.flatMap(({ date, schedules }) => {
    const open = schedules.filter(isReal);
    return (open.length === 0 ? CLOSED : open).map((slot) => ({
      ...hoursData(slot),
      validFrom: date,
      validThrough: date,
    }));
  });
}

function hoursData({ open, close }: Slot): object {
  return { "@type": "OpeningHoursSpecification", opens: open, closes: close };
}

/** A range whose opening equals its closing is ignored. */
function isReal({ open, close }: Slot): boolean {
  return open !== close;
}
