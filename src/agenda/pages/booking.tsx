import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { PartyBooking } from "../../venues/pages/party-booking.tsx";
import type { AnnouncementDetail, BookingView } from "../views.ts";
import { AvailabilityWord } from "./availability.tsx";
import { CalendarLink } from "./calendar-link.tsx";
import { ShareLink } from "./share-link.tsx";
import { TicketingLink } from "./ticketing-link.tsx";
import { usePassed } from "./use-passed.ts";

type BookingProps = { detail: AnnouncementDetail; listHref: string };

/** The ways to book until the event or its broadcast ends; then a sentence that says so, also on a page that stays open. */
export function Booking({ detail, listHref }: BookingProps) {
  const hasPassed = usePassed([detail.endsAt]);
  const isOver = detail.isOver || hasPassed(detail.endsAt);
  return (
    <>
      {!isOver && (
        <BookingWays booking={detail.booking} hasParty>
          <CalendarLink href={detail.calendarHref} />
          <ShareLink title={detail.title} href={detail.shareHref} />
        </BookingWays>
      )}
      <div className="booking-status" role="status">
        {isOver && <Over isShow={detail.isShow} listHref={listHref} />}
      </div>
    </>
  );
}

type BookingWaysProps = { booking: BookingView; hasParty?: boolean; children: ReactNode };

/** One main way to book an event, with what else is offered beside it. `hasParty` lets a visitor say for how many. */
export function BookingWays({ booking, hasParty = false, children }: BookingWaysProps) {
  const { availability, reservationUrl, ticketingUrl, phone, isOpenToAll } = booking;
  return (
    <div className="booking">
      {availability !== null && (
        <p className="booking-seats">
          <AvailabilityWord of={availability} />
        </p>
      )}
      <div className="booking-ways">
        {reservationUrl !== null && (
          <PartyBooking address={reservationUrl} hasParty={hasParty}>
            {m.book()}
          </PartyBooking>
        )}
        {ticketingUrl !== null && (
          <TicketingLink
            className={reservationUrl === null ? "button button-venue" : "button button-quiet"}
            href={ticketingUrl}
          >
            <Icon name="ticket" small />
            {m.agenda_ticketing()}
          </TicketingLink>
        )}
        {phone !== null && (
          <a
            className={`button figures ${availability === "sold-out" ? "button-line" : "button-venue"}`}
            href={phone.href}
          >
            <Icon name="phone" small />
            {availability === "sold-out" ? phone.label : m.agenda_call({ number: phone.label })}
          </a>
        )}
        {children}
      </div>
      {phone !== null && <p className="booking-note">{phoneNote(booking, phone.hours)}</p>}
      {isOpenToAll && <p className="booking-note">{m.agenda_no_booking()}</p>}
    </div>
  );
}

function phoneNote({ availability }: BookingView, hours: string | null): string {
  const how = hours === null ? m.agenda_by_phone_any() : m.agenda_by_phone({ hours });
  return availability === "sold-out" ? `${m.agenda_sold_out_call()} ${how}` : how;
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
