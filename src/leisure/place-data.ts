import type { BarOrPub, Hotel, PostalAddress, Restaurant, WithContext } from "schema-dts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import { hoursData } from "../venues/hours/hours-data.ts";

const TYPES = { restaurant: "Restaurant", bar: "BarOrPub", hostel: "Hotel" } as const;

export type PlaceFacts = {
  type: keyof typeof TYPES;
  name: string;
  description: string;
  /** Absolute addresses. */
  url: string;
  image: string;
  telephone: string;
  address: PostalAddress;
  hours: OpeningHours | null;
  menuUrl: string | null;
  bookingUrl: string | null;
  /** The identifier of the casino in which it is. */
  casino: string;
};

/**
 * Structured data of a restaurant, bar or hotel. Unknown facts are left out. `today` is the venue's local day,
 * YYYY-MM-DD.
 */
export function placeData(facts: PlaceFacts, today: string): WithContext<Restaurant | BarOrPub | Hotel> {
  const isTable = facts.type !== "hostel";
  return {
    "@context": "https://schema.org",
    "@type": TYPES[facts.type],
    name: facts.name,
    description: facts.description,
    url: facts.url,
    image: facts.image,
    telephone: facts.telephone,
    address: facts.address,
    ...(facts.hours === null ? {} : hoursData(facts.hours, today)),
    ...(isTable && facts.menuUrl !== null ? { menu: facts.menuUrl } : {}),
    ...(isTable && facts.bookingUrl !== null ? { acceptsReservations: facts.bookingUrl } : {}),
    containedInPlace: { "@id": facts.casino },
  };
}
