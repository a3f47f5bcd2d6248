import * as paths from "../../venues/paths.ts";
import { Fragment } from "react";
import { RichText } from "../../content/pages/rich-text.tsx";
import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { Around } from "../../venues/around.ts";
import { OpenLine } from "../../venues/hours/open-line.tsx";
import { Detail } from "../../venues/pages/detail.tsx";
import { placeWord } from "../place-kinds.ts";
import type { PhoneLink, PlaceHours, PlaceView } from "../views.ts";

/** The separator between two ranges of a day. */
const RANGES_MARK = " | ";

/** The page of a restaurant, bar, hotel or activity. */
export function PlacePage({ place, around }: { place: PlaceView; around: Around }) {
  return (
    <Detail
      title={place.label}
      picture={place.picture}
      backHref={paths.restauration}
      tag={<Facts place={place} />}
      actions={<Actions place={place} />}
      around={around}
    >
      <p className="lead">{place.summary}</p>
      {place.presentation !== null && <RichText html={place.presentation} />}
      {place.hours !== null && <Week hours={place.hours} />}
    </Detail>
  );
}

/** A phone number as text and link. */
export function PhoneButton({ phone }: { phone: PhoneLink }) {
  return (
    <a className="button button-line figures" href={phone.href}>
      <Icon name="phone" />
      <span className="heard">{m.leisure_phone()} </span>
      {phone.label}
    </a>
  );
}

function Facts({ place: { kind, today, openings } }: { place: PlaceView }) {
  const hours = today?.ranges == null ? m.leisure_closed_today() : m.leisure_today({ hours: today.ranges });
  const words = today?.note == null ? hours : `${hours} (${today.note})`;
  return (
    <p className="place-facts">
      <span className="label">{placeWord(kind)}</span>
      {today !== null && <OpenLine openings={openings} hours={words} />}
    </p>
  );
}

function Actions({ place }: { place: PlaceView }) {
  return (
    <>
      {place.bookingUrl !== null && (
        <OutboundLink className="button button-venue" href={place.bookingUrl}>
          {bookingWords(place)}
        </OutboundLink>
      )}
      {place.menuUrl !== null && (
        <OutboundLink className="button button-line" href={place.menuUrl}>
          {m.read_menu()}
        </OutboundLink>
      )}
      <PhoneButton phone={place.phone} />
    </>
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
