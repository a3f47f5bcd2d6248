import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { AnnouncementDetail } from "../views.ts";

type BookingProps = { detail: AnnouncementDetail; listHref: string };

/**
 * The ways to a seat (section 2.5), until the broadcast ends; then what says so stands in their place, also on a page
 * that is still open (`broadcast-window.ts`, G28). The ticketing page opens in a small window where script allows.
 */
export function Booking({ detail, listHref }: BookingProps) {
  const { reservationUrl, ticketingUrl, broadcastEndAt } = detail;
  return (
    <>
      <div className="booking" data-until={broadcastEndAt}>
        {reservationUrl !== null && (
          <OutboundLink className="button button-venue" href={reservationUrl}>
            {m.book()}
          </OutboundLink>
        )}
        {ticketingUrl !== null && (
          <OutboundLink
            className={`button ${reservationUrl === null ? "button-venue" : "button-line"}`}
            href={ticketingUrl}
            data-ticketing=""
          >
            <Icon name="ticket" small />
            {m.agenda_ticketing()}
          </OutboundLink>
        )}
      </div>
      <div className="booking-over" role="status" data-ended hidden>
        <p className="title-3">{m.agenda_over_title()}</p>
        <a className="link" href={listHref}>
          {detail.isShow ? m.agenda_over_shows() : m.agenda_over_agenda()}
          <Icon name="arrow-right" small />
        </a>
      </div>
    </>
  );
}
