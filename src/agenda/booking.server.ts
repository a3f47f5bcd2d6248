import { datedAddress } from "../venues/addresses/booking-address.ts";
import { phoneLink } from "../venues/language/phones.ts";
import type { Establishment } from "../venues/records.server.ts";
import { availabilityOf, isFree, type Reading, type Row } from "./event-properties.server.ts";
import type { BookingView } from "./views.ts";

/** The ticketing provider's public page of an event. Only this file names the provider. */
const EVENT_ADDRESS = "https://www.billetweb.fr/shop.php?event={id}";

/**
 * How an event is booked. The telephone is named where there is no partner, and where an event is sold out, because seats are returned
 * there. An event without partner whose entry is free needs no booking.
 */
export function bookingView(row: Row, { venue, locale }: Reading, contact: Establishment): BookingView {
  const availability = availabilityOf(row);
  const isSoldOut = availability === "sold-out";
  const hasPartner = row.reservation_url !== null || row.billetweb_id !== null;
  const isOpenToAll = !hasPartner && !isSoldOut && isFree(row);
  return {
    availability,
    reservationUrl: isSoldOut ? null : reservationAddress(row, venue.policy.timeZone),
    ticketingUrl: isSoldOut ? null : ticketingAddress(row.billetweb_id),
    phone: isSoldOut || !(hasPartner || isOpenToAll) ? phoneOf(contact, locale) : null,
    isOpenToAll,
  };
}

/** The partner's address for this event; null where it has none. A page or a client still has to fill in the number of guests. */
export function reservationAddress(row: Row, timeZone: string): string | null {
  return row.reservation_url === null ? null : datedAddress(row.reservation_url, row.start_at, timeZone);
}

function phoneOf({ contact_phone: number, phone_hours: hours }: Establishment, locale: Reading["locale"]) {
  return { ...phoneLink(number), hours: hours?.[locale] ?? null };
}

/** Address of the event named by an announcement's `billetweb_id`; null where it has none. */
function ticketingAddress(eventId: string | null): string | null {
  return eventId === null ? null : EVENT_ADDRESS.replace("{id}", encodeURIComponent(eventId));
}
