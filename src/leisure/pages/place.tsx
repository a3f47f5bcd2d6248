import { Picture } from "../../ui/pictures/picture.tsx";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { placeWord } from "../place-kinds.ts";
import { OpenLine } from "../../venues/hours/open-line.tsx";
import type { PlaceCard } from "../views.ts";

type PlaceProps = { place: PlaceCard; className: string; sizes: string };

/** A restaurant, bar or activity in a list: its picture, hours and links. */
export function Place({ place, className, sizes }: PlaceProps) {
  const preview = { title: place.label, picture: place.picture };
  return (
    <Reveal as="article" className={className}>
      <DetailLink className="picture" href={place.href} preview={preview} tabIndex={-1} aria-hidden="true">
        <Picture view={place.picture} sizes={sizes} />
      </DetailLink>
      <div>
        <p className="place-properties">
          <span className="label">{placeWord(place.kind)}</span>
          {place.hours !== null && <OpenLine openings={place.openings} hours={place.hours} />}
        </p>
        <h3 className="title-2">
          <DetailLink href={place.href} preview={preview}>
            <NoBreakWords of={place.label} />
          </DetailLink>
        </h3>
        <p className="quiet">{place.summary}</p>
        <PlaceLinks place={place} />
      </div>
    </Reveal>
  );
}

function PlaceLinks({ place }: { place: PlaceCard }) {
  if (place.bookingUrl === null && place.menuUrl === null) return null;
  return (
    <p className="actions">
      {place.bookingUrl !== null && (
        <OutboundLink className="link" href={place.bookingUrl} aria-label={bookingName(place)}>
          {place.bookingDay === null ? m.book() : m.book_for({ day: place.bookingDay })}
        </OutboundLink>
      )}
      {place.menuUrl !== null && (
        <OutboundLink className="link" href={place.menuUrl} aria-label={m.read_menu_of({ place: place.label })}>
          {m.read_menu()}
        </OutboundLink>
      )}
    </p>
  );
}

function bookingName({ label: place, bookingDay: day }: PlaceCard): string {
  return day === null ? m.book_place({ place }) : m.book_place_for({ day, place });
}
