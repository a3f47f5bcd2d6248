import { type Ref, type RefObject, useRef } from "react";
import { m } from "../../messages/messages.js";
import { Carousel, CarouselArrows, CarouselPlaceholders } from "../../ui/motion/carousel.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { AnnouncementCard } from "../views.ts";
import { AgendaCard, EmptyAgenda } from "./agenda-card.tsx";
import { usePassed } from "./use-passed.ts";

const SIZES = "(min-width: 1600px) 19vw, (min-width: 1200px) 23vw, (min-width: 900px) 29vw, 55vw";
const SIZES_FEW = "(min-width: 900px) 46vw, 55vw";
/** Up to this many slides fill the width of a wide window instead of scrolling. */
const FEW = 3;
const SLIDES = "agenda-slides";

/** `cards` is null while the list is loading. */
type AgendaBlockProps = { cards: AnnouncementCard[] | null; href: string };

/**
 * The announcements and shows of the venue in one row, or a sentence where there are none. Ended ones disappear while
 * the page is open.
 */
export function AgendaBlock({ cards, href }: AgendaBlockProps) {
  const hasPassed = usePassed((cards ?? []).map((card) => card.endsAt));
  const on = cards?.filter((card) => !hasPassed(card.endsAt)) ?? null;
  const few = on !== null && on.length <= FEW ? on.length : undefined;
  const row = useRef<HTMLUListElement>(null);
  return (
    <section className="section agenda" id="agenda" aria-labelledby="agenda-title" data-few={few}>
      <div className="column">
        <SectionHead id="agenda-title" title={m.agenda_title()}>
          {few !== 0 && <AgendaTools href={href} row={row} />}
        </SectionHead>
      </div>
      {on === null && <CarouselPlaceholders id={SLIDES} label={m.agenda()} />}
      {few === 0 && (
        <div className="column">
          <EmptyAgenda />
        </div>
      )}
      {on !== null && on.length > 0 && (
        <AgendaSlides row={row} cards={on} sizes={few === undefined ? SIZES : SIZES_FEW} />
      )}
    </section>
  );
}

function AgendaTools({ href, row }: { href: string; row: RefObject<HTMLUListElement | null> }) {
  return (
    <div className="section-tools">
      <PageLink className="link" href={href}>
        {m.agenda_all()}
      </PageLink>
      <CarouselArrows row={row} previous={m.previous()} next={m.next()} />
    </div>
  );
}

type AgendaSlidesProps = { row: Ref<HTMLUListElement>; cards: AnnouncementCard[]; sizes: string };

/** The first show has the anchor `#spectacles`. */
function AgendaSlides({ row, cards, sizes }: AgendaSlidesProps) {
  const firstShow = cards.find(({ isShow }) => isShow);
  return (
    <Carousel ref={row} id={SLIDES} label={m.agenda()}>
      {cards.map((card) => (
        <li className="slide" key={card.id} id={card === firstShow ? "spectacles" : undefined}>
          <AgendaCard card={card} sizes={sizes} />
        </li>
      ))}
    </Carousel>
  );
}
