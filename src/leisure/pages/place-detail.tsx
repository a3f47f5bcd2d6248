import * as paths from "../../venues/paths.ts";
import { Fragment } from "react";
import { RichText } from "../../content/pages/rich-text.tsx";
import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { Neighbours } from "../../venues/neighbours.ts";
import { OpenLine } from "../../venues/hours/open-line.tsx";
import { Detail } from "../../venues/pages/detail.tsx";
import { PropertyList } from "../../venues/pages/property-list.tsx";
import { PartyBooking } from "../../venues/pages/party-booking.tsx";
import { placeWord } from "../place-kinds.ts";
import type { PlaceHours, PlaceView } from "../views.ts";
import { useWhereabouts } from "./offering-parts.tsx";

type Today = NonNullable<PlaceView["today"]>;

/** The separator between two ranges of a day. */
const RANGES_MARK = " | ";

/** The page of a restaurant, bar, hotel or activity. */
export function PlacePage({ place, neighbours }: { place: PlaceView; neighbours: Neighbours }) {
  const properties = [...hoursOf(place), ...useWhereabouts(place.phone)];
  return (
    <Detail
      title={place.label}
      picture={place.picture}
      backHref={paths.restauration}
      tag={<Tag place={place} />}
      actions={<Actions place={place} />}
      properties={<PropertyList properties={properties} />}
      neighbours={neighbours}
    >
      <p className="lead">{place.summary}</p>
      {place.presentation !== null && <RichText html={place.presentation} />}
      {place.hours !== null && <Week hours={place.hours} />}
    </Detail>
  );
}

function Tag({ place: { kind, today, openings } }: { place: PlaceView }) {
  return (
    <p className="place-properties">
      <span className="label">{placeWord(kind)}</span>
      {today !== null && <OpenLine openings={openings} hours={todayWords(today)} />}
    </p>
  );
}

function todayWords({ ranges, note }: Today): string {
  const hours = ranges === null ? m.leisure_closed_today() : m.leisure_today({ hours: ranges });
  return note === null ? hours : `${hours} (${note})`;
}

function hoursOf({ today }: PlaceView) {
  if (today === null) return [];
  return [
    { term: m.leisure_fact_today(), value: <span data-nosnippet="">{today.ranges ?? m.leisure_fact_closed()}</span> },
  ];
}

/** The partner's link, else the telephone with the hours at which it is answered. */
function Actions({ place }: { place: PlaceView }) {
  const { bookingUrl, menuUrl, phone, phoneHours } = place;
  return (
    <div className="booking">
      <div className="booking-ways">
        {bookingUrl === null ? (
          <a className="button button-venue figures" href={phone.href}>
            <Icon name="phone" small />
            {m.agenda_call({ number: phone.label })}
          </a>
        ) : (
          <PartyBooking address={bookingUrl} hasParty>
            {bookingWords(place)}
          </PartyBooking>
        )}
        {menuUrl !== null && (
          <OutboundLink className="button button-line" href={menuUrl}>
            {m.read_menu()}
          </OutboundLink>
        )}
      </div>
      {bookingUrl === null && phoneHours !== null && (
        <p className="booking-note">{m.agenda_by_phone({ hours: phoneHours })}</p>
      )}
    </div>
  );
}

function bookingWords({ kind, bookingDay }: PlaceView): string {
  if (bookingDay !== null) return m.book_for({ day: bookingDay });
  return kind === "hostel" ? m.book_room() : m.book();
}

/** The week's hours, in the HTML for everybody and excluded from search snippets. */
function Week({ hours: { language, days, exceptions } }: { hours: PlaceHours }) {
  return (
    <section className="board plaque" aria-labelledby="place-hours" data-nosnippet="">
      <h2 className="title-3" id="place-hours">
        {m.hours_title()}
      </h2>
      <ul className="week figures" lang={language}>
        {days.map(({ label, ranges, isToday }) => (
          <li key={label} aria-current={isToday ? "date" : undefined}>
            <span>{label}</span>
            <Ranges ranges={ranges} />
          </li>
        ))}
      </ul>
      {exceptions.length > 0 && (
        <ul className="week week-exceptions figures" lang={language}>
          {exceptions.map(({ label, ranges, note }) => (
            <li key={label}>
              <span>
                {label}
                {note !== null && <small lang={getLocale()}>{note}</small>}
              </span>
              <Ranges ranges={ranges} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Breaks the line between two ranges of a day, never inside one. */
function Ranges({ ranges }: { ranges: string }) {
  const parts = ranges.split(RANGES_MARK);
  return (
    <span>
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && RANGES_MARK}
          <span className="range">{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
