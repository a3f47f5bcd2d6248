/** The ticketing provider's public page of an event. Only this file names the provider. */
const EVENT_ADDRESS = "https://www.billetweb.fr/shop.php?event={id}";

/** Address of the event named by an announcement's `billetweb_id`; null where it has none. */
export function ticketingAddress(eventId: string | null): string | null {
  return eventId === null ? null : EVENT_ADDRESS.replace("{id}", encodeURIComponent(eventId));
}
