import * as paths from "../../venues/paths.ts";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { PageHero } from "../../venues/pages/page-hero.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { HallShow, LeisureView, PlaceCard } from "../views.ts";
import { HotelBand } from "./hotel-band.tsx";
import { Place } from "./place.tsx";

/** Wide and tall pictures alternate; the tall ones are cut from pictures laid out wider than their box. */
const SIZES_WIDE = largeSizes("64vw", 120);
const SIZES_TALL = largeSizes("84vw", 190);
const SIZES_SHOW = largeSizes("62vw", 190);

/** Everything a venue has beside its games. An anchor exists only where its part does. */
export function RestaurationPage({ leisure }: { leisure: LeisureView }) {
  const { title, picture, tables, hotels, activities, hall } = leisure;
  const parts = partsOf(leisure);
  const isAlone = parts.length === 1;
  return (
    <>
      <PageHero title={title} picture={picture}>
        {parts.length > 1 && <Contents parts={parts} />}
      </PageHero>
      {tables.length + hotels.length + activities.length === 0 && <NothingYet />}
      <Places id="restaurant" title={m.leisure_tables()} places={tables} isAlone={isAlone} />
      {hotels.map((hotel, at) => (
        <HotelBand key={hotel.href} hotel={hotel} isFirst={at === 0} />
      ))}
      <Places id="loisirs" title={leisure.activitiesTitle} places={activities} isAlone={isAlone} />
      {hall !== null && <Hall hall={hall} />}
    </>
  );
}

type Part = { id: string; label: string };

function partsOf({ tables, hotels, activities, hall }: LeisureView): Part[] {
  return [
    { isThere: tables.length > 0, id: "restaurant", label: m.leisure_tables() },
    { isThere: hotels.length > 0, id: "hotel", label: m.leisure_hotel() },
    { isThere: activities.length > 0, id: "loisirs", label: m.leisure_activities() },
    { isThere: hall !== null, id: "salle", label: m.leisure_hall() },
  ].filter(({ isThere }) => isThere);
}

/** Links to the parts of a long page. */
function Contents({ parts }: { parts: Part[] }) {
  return (
    <nav aria-label={m.leisure_contents()}>
      <ul className="actions">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a className="link" href={`#${id}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PlacesProps = { id: string; title: string; places: PlaceCard[]; isAlone: boolean };

/** Where a page has one part only, its title is not shown, but screen readers still read it. */
function Places({ id, title, places, isAlone }: PlacesProps) {
  if (places.length === 0) return null;
  const titleId = `${id}-title`;
  return (
    <section className="section" id={id} aria-labelledby={titleId}>
      <div className="column">
        {isAlone ? (
          <h2 className="heard" id={titleId}>
            {title}
          </h2>
        ) : (
          <SectionHead id={titleId} title={title} />
        )}
        <div className="spreads">
          {places.map((place, at) => (
            <Place key={place.href} place={place} className="spread" sizes={at % 2 === 0 ? SIZES_WIDE : SIZES_TALL} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** The venue's text about its show hall, with a show that plays there. */
function Hall({ hall: { text, show } }: { hall: NonNullable<LeisureView["hall"]> }) {
  return (
    <section className="section" id="salle" aria-labelledby="salle-title">
      <Reveal className="column hall">
        <div className="hall-words">
          <Ornament shape="fan" />
          <h2 className="title-1" id="salle-title">
            {m.leisure_hall()}
          </h2>
          <p className="lead">{text}</p>
          {show !== null && (
            <PageLink className="link" href={paths.shows}>
              {m.leisure_hall_shows()}
              <Icon name="arrow-right" small />
            </PageLink>
          )}
        </div>
        {show !== null && <NextShow show={show} />}
      </Reveal>
    </section>
  );
}

function NextShow({ show }: { show: HallShow }) {
  return (
    <DetailLink className="card hall-show" href={show.href} preview={show}>
      <div className="picture">
        <Picture view={show.picture} sizes={SIZES_SHOW} ratio="4:5" />
        <b className="card-kind">{m.leisure_hall_show()}</b>
      </div>
      <div>
        <p className="label figures">{show.dateTag}</p>
        <h3 className="title-3">
          <NoBreakWords of={show.title} />
        </h3>
      </div>
    </DetailLink>
  );
}

/** The casino's telephone, for a venue that has nothing to show here. */
function NothingYet() {
  const { phone } = useSite();
  return (
    <section className="section">
      <div className="column">
        <div className="empty">
          <Ornament shape="fan" />
          <h2 className="title-3">{m.leisure_empty_title()}</h2>
          <p>{m.leisure_empty_text()}</p>
          <a className="link figures" href={phone.href}>
            <Icon name="phone" small />
            <span className="heard">{m.leisure_phone()} </span>
            {phone.label}
          </a>
        </div>
      </div>
    </section>
  );
}
