import { Picture } from "../../content/pages/picture.tsx";
import { m } from "../../paraglide/messages.js";
import { Carousel, CarouselArrows, CarouselPlaceholders } from "../../ui/carousel.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import type { AnnouncementCard } from "../views.ts";

const SIZES = "(min-width: 1600px) 19vw, (min-width: 1200px) 23vw, (min-width: 900px) 29vw, 55vw";
const SIZES_FEW = "(min-width: 900px) 46vw, 55vw";
/** Up to here the slides of a desk's window fill its width instead of scrolling. */
const FEW = 3;
const EVENING_HOUR = 17;
const SLIDES = "agenda-slides";

/** `cards` is null while the list is on its way. */
type AgendaBlockProps = { cards: AnnouncementCard[] | null; href: string };

/** What is on at the venue: announcements and shows in one row, or a sentence where nothing is announced. */
export function AgendaBlock({ cards, href }: AgendaBlockProps) {
  const few = cards !== null && cards.length <= FEW ? cards.length : undefined;
  return (
    <section className="section agenda" id="agenda" aria-labelledby="agenda-title" data-few={few}>
      <div className="column">
        <SectionHead id="agenda-title" title={m.agenda_title()}>
          {few !== 0 && <AgendaTools href={href} />}
        </SectionHead>
      </div>
      {cards === null && <CarouselPlaceholders id={SLIDES} label={m.agenda()} />}
      {cards?.length === 0 && <EmptyAgenda />}
      {cards !== null && cards.length > 0 && (
        <AgendaSlides cards={cards} sizes={few === undefined ? SIZES : SIZES_FEW} />
      )}
    </section>
  );
}

function AgendaTools({ href }: { href: string }) {
  return (
    <div className="section-tools">
      <a className="link" href={href}>
        {m.agenda_all()}
      </a>
      <CarouselArrows carouselId={SLIDES} previous={m.previous()} next={m.next()} />
    </div>
  );
}

/** The first show is the place that `#spectacles` leads to. */
function AgendaSlides({ cards, sizes }: { cards: AnnouncementCard[]; sizes: string }) {
  const firstShow = cards.find(({ isShow }) => isShow);
  return (
    <Carousel id={SLIDES} label={m.agenda()}>
      {cards.map((card) => (
        <li className="slide" key={card.id} id={card === firstShow ? "spectacles" : undefined}>
          <AgendaCard card={card} sizes={sizes} />
        </li>
      ))}
    </Carousel>
  );
}

function AgendaCard({ card, sizes }: { card: AnnouncementCard; sizes: string }) {
  return (
    <a className="card" href={card.href} data-over>
      <div className="picture">
        <Picture view={card.picture} sizes={sizes} ratio="4:5" />
        {card.isToday ? (
          <b className="card-kind is-now">{isEvening(card) ? m.agenda_tonight() : m.agenda_today()}</b>
        ) : (
          card.isShow && <b className="card-kind">{m.agenda_show()}</b>
        )}
      </div>
      <div>
        <p className="label figures">{card.dateTag}</p>
        <h3 className="title-3">{card.title}</h3>
      </div>
    </a>
  );
}

/** `startAt` is written on the venue's clock, so its hour is the hour there. */
function isEvening({ startAt }: AnnouncementCard): boolean {
  return Number(startAt.slice(11, 13)) >= EVENING_HOUR;
}

function EmptyAgenda() {
  return (
    <div className="column">
      <div className="empty">
        <Ornament shape="fan" />
        <p className="title-3">{m.agenda_empty_title()}</p>
        <p>{m.agenda_empty_text()}</p>
      </div>
    </div>
  );
}
