import type { BarOrPub, Hotel, PostalAddress, Restaurant, WithContext } from "schema-dts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import { hoursData } from "../venues/hours/hours-data.ts";

const TYPES = { restaurant: "Restaurant", bar: "BarOrPub", hostel: "Hotel" } as const;

export type KnownPlace = {
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
 * Structured data of a restaurant, bar or hotel. What is unknown is left out. `today` is the venue's local day,
 * YYYY-MM-DD.
 */
export function placeData(place: KnownPlace, today: string): WithContext<Restaurant | BarOrPub | Hotel> {
  const isTable = place.type !== "hostel";
  return {
    "@context": "https://schema.org",
    "@type": TYPES[place.type],
    name: place.name,
    description: place.description,
    url: place.url,
    image: place.image,
    telephone: place.telephone,
    address: place.address,
    ...(place.hours === null ? {} : hoursData(place.hours, today)),
    ...(isTable && place.menuUrl !== null ? { menu: place.menuUrl } : {}),
    ...(isTable && place.bookingUrl !== null ? { acceptsReservations: place.bookingUrl } : {}),
    containedInPlace: { "@id": place.casino },
  };
}
