import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { AnnouncementDetail } from "../views.ts";
import { TicketingLink } from "./ticketing-link.tsx";
import { usePassed } from "./use-passed.ts";

type BookingProps = { detail: AnnouncementDetail; listHref: string };

/** The booking links until the broadcast ends; then a sentence that says so, also on a page that stays open. */
export function Booking({ detail, listHref }: BookingProps) {
  const isOver = usePassed([detail.broadcastEndAt])(detail.broadcastEndAt);
  return (
    <>
      {!isOver && <Seats detail={detail} />}
      <div className="booking-status" role="status">
        {isOver && <Over isShow={detail.isShow} listHref={listHref} />}
      </div>
    </>
  );
}

function Seats({ detail: { reservationUrl, ticketingUrl } }: Pick<BookingProps, "detail">) {
  return (
    <div className="booking">
      {reservationUrl !== null && (
        <OutboundLink className="button button-venue" href={reservationUrl}>
          {m.book()}
        </OutboundLink>
      )}
      {ticketingUrl !== null && (
        <TicketingLink
          className={`button ${reservationUrl === null ? "button-venue" : "button-line"}`}
          href={ticketingUrl}
        >
          <Icon name="ticket" small />
          {m.agenda_ticketing()}
        </TicketingLink>
      )}
    </div>
  );
}

function Over({ isShow, listHref }: { isShow: boolean; listHref: string }) {
  return (
    <div className="booking-over">
      <p className="title-3">{m.agenda_over_title()}</p>
      <PageLink className="link" href={listHref}>
        {isShow ? m.agenda_over_shows() : m.agenda_over_agenda()}
        <Icon name="arrow-right" small />
      </PageLink>
    </div>
  );
}
