import { type ReactNode, useState } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { PARTY_DEFAULT, partyAddress, takesParty } from "../../venues/booking-address.ts";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { AnnouncementDetail, BookingView } from "../views.ts";
import { AvailabilityWord } from "./availability.tsx";
import { CalendarLink } from "./calendar-link.tsx";
import { ShareButton } from "./share-button.tsx";
import { TicketingLink } from "./ticketing-link.tsx";
import { usePassed } from "./use-passed.ts";

const PARTY_MAX = 8;

type BookingProps = { detail: AnnouncementDetail; listHref: string };

/** The ways to book until the broadcast ends; then a sentence that says so, also on a page that stays open. */
export function Booking({ detail, listHref }: BookingProps) {
  const isOver = usePassed([detail.broadcastEndAt])(detail.broadcastEndAt);
  return (
    <>
      {!isOver && (
        <BookingWays booking={detail.booking} hasParty>
          <CalendarLink href={detail.calendarHref} />
          <ShareButton title={detail.title} />
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
        {reservationUrl !== null && <Reservation address={reservationUrl} hasParty={hasParty} />}
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

/** The link to the partner, for as many guests as the visitor says where the partner asks. */
function Reservation({ address, hasParty }: { address: string; hasParty: boolean }) {
  const [party, setParty] = useState(PARTY_DEFAULT);
  return (
    <>
      {hasParty && takesParty(address) && (
        <select
          className="booking-party needs-script"
          aria-label={m.agenda_party()}
          value={party}
          onChange={(event) => setParty(Number(event.target.value))}
        >
          {Array.from({ length: PARTY_MAX }, (_, at) => (
            <option key={at} value={at + 1}>
              {m.agenda_party_of({ count: at + 1 })}
            </option>
          ))}
        </select>
      )}
      <OutboundLink className="button button-venue" href={partyAddress(address, party)}>
        {m.book()}
      </OutboundLink>
    </>
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
