import { pairAddress } from "../venues/addresses/booking-address.ts";
import type { SiteView } from "../venues/views.ts";
import type { AnnouncementDetail, AnnouncementHead } from "./views.ts";

/**
 * Structured data of type Event for search engines. What is unknown is left out, and an event that is over has no offer. `origin` is the
 * venue's, `image` an absolute address.
 */
export function eventData(
  { detail, head }: { detail: AnnouncementDetail; head: AnnouncementHead },
  site: SiteView,
  origin: string,
  image: string,
): object {
  const { address } = site;
  const { reservationUrl, ticketingUrl } = detail.booking;
  const { structured } = head;
  // A reservation address still has the number of guests in braces, which a search engine cannot fill in.
  const sale = ticketingUrl ?? pairAddress(reservationUrl);
  const isOffered = !detail.isOver && (sale !== null || detail.booking.availability === "sold-out");
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: detail.title,
    description: head.summary === "" ? undefined : head.summary,
    url: `${origin}${head.href}`,
    image: [image],
    startDate: head.startAt,
    endDate: head.endAt ?? undefined,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: site.title,
      address: {
        "@type": "PostalAddress",
        streetAddress: address.street,
        postalCode: address.postalCode,
        addressLocality: address.locality,
        addressCountry: site.country,
      },
    },
    organizer: { "@type": "Organization", name: site.title, url: `${origin}/` },
    ...structured.event,
    offers: isOffered ? { ...structured.offer, url: sale ?? `${origin}${head.href}` } : undefined,
  };
}
