import { Picture } from "../../content/pages/picture.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import type { PlaceCard, PlaceKind } from "../views.ts";

/** Tall pictures are cut from ones laid out wider than their column. */
const SIZES = "(min-width: 900px) 60vw, 100vw";

type LeisureBlockProps = { title: string; places: PlaceCard[]; href: string };

/** Tables, bars and pastimes; nothing where the venue has none. */
export function LeisureBlock({ title, places, href }: LeisureBlockProps) {
  if (places.length === 0) return null;
  return (
    <section className="section" id="restaurant" aria-labelledby="leisure-title">
      <div className="column">
        <SectionHead id="leisure-title" title={title}>
          <a className="link" href={href}>
            {m.leisure_all()}
            <Icon name="arrow-right" small />
          </a>
        </SectionHead>
        <div className="places">
          {places.map((place) => (
            <Place key={place.slug} place={place} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** What a place is, in a word. */
export function placeWord(kind: PlaceKind): string {
  const words = { restaurant: m.place_restaurant, bar: m.place_bar, hostel: m.place_hotel, activity: m.place_activity };
  return words[kind]();
}

function Place({ place }: { place: PlaceCard }) {
  return (
    <article className="place reveal">
      <a className="picture" href={place.href} tabIndex={-1} aria-hidden="true" data-over>
        <Picture view={place.picture} sizes={SIZES} />
      </a>
      <div>
        <p className="place-facts">
          <span className="label">{placeWord(place.kind)}</span>
          {place.hours !== null && <span className="figures">{place.hours}</span>}
        </p>
        <h3 className="title-2">
          <a href={place.href} data-over>
            {place.label}
          </a>
        </h3>
        <p className="quiet">{place.summary}</p>
        <PlaceLinks place={place} />
      </div>
    </article>
  );
}

function PlaceLinks({ place }: { place: PlaceCard }) {
  if (place.bookingUrl === null && place.menuUrl === null) return null;
  return (
    <p className="actions">
      {place.bookingUrl !== null && (
        <OutboundLink className="link" href={place.bookingUrl} aria-label={m.book_place({ place: place.label })}>
          {m.book()}
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
