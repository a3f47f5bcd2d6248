import { useRef } from "react";
import { largeSizes } from "../../content/picture-source.ts";
import { Picture } from "../../content/pages/picture.tsx";
import { m } from "../../paraglide/messages.js";
import { Carousel, CarouselArrows } from "../../ui/carousel.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { paths } from "../../venues/paths.ts";
import type { AnnouncementCard as Card, Programme, ProgrammeItem, ProgrammeKind } from "../views.ts";
import { AgendaCard, EmptyAgenda } from "./agenda-card.tsx";

const PLAYBILL_SIZES = largeSizes("100vw", 150);
const ROW_SIZES = "(min-width: 900px) 34vw, 72vw";
const OTHER_SIZES = "(min-width: 1600px) 16vw, (min-width: 1200px) 23vw, (min-width: 900px) 29vw, 43vw";
const OTHERS = "other-slides";
/** Up to here the slides of a desk's window need no arrows, and shows no row of their own narrower kind (section 9). */
const FEW = 4;
/** Section 9: so many rows stand in while the list is on its way. */
const PLACEHOLDERS = 6;

type ProgrammePageProps = { programme: Programme; venueTitle: string };

/**
 * One of the two lists of the agenda (section 2.1). All of it is `data-agenda-list`, with the instant at which it changes
 * by itself: what `programme-refresh.ts` fetches again and puts in its place.
 */
export function ProgrammePage({ programme, venueTitle }: ProgrammePageProps) {
  const { kind, feature, begun, coming, others } = programme;
  return (
    <div className="programme" data-agenda-list={programme.changesAt}>
      <Opening programme={programme} venueTitle={venueTitle} />
      <div className="column programme-body">
        {programme.hasShows && <Tabs kind={kind} />}
        <OfflineLine />
        <div data-agenda-rows data-agenda>
          {feature !== null && <span hidden data-until={feature.broadcastEndAt} />}
          <Rows title={m.agenda_now()} items={begun} />
          <Rows title={m.agenda_coming()} items={coming} />
          <EmptyAgenda isHidden={feature !== null} />
        </div>
        <Placeholders />
      </div>
      {others.length > 0 && <Others kind={kind} cards={others} />}
    </div>
  );
}

/** The feature's picture, sinking into the night; on it where we are, and what is on next. */
function Opening({ programme: { kind, feature, picture }, venueTitle }: ProgrammePageProps) {
  return (
    <header className="playbill">
      <div className="playbill-picture">
        <Picture view={picture} sizes={PLAYBILL_SIZES} eager />
      </div>
      <div className="column playbill-words">
        <h1 className="title-3">
          {kind === "shows" ? m.agenda_shows_at({ venue: venueTitle }) : m.agenda_now_at({ venue: venueTitle })}
        </h1>
        {feature !== null && <Feature item={feature} />}
      </div>
    </header>
  );
}

function Feature({ item }: { item: ProgrammeItem }) {
  return (
    <article className="feature" data-until={item.broadcastEndAt}>
      <b className={item.when === "later" ? "card-kind" : "card-kind is-now"}>{billingOf(item)}</b>
      <h2>
        <a href={item.href} data-over>
          {item.title}
        </a>
      </h2>
      <p className="label figures">{item.dateTag}</p>
      <p className="lead">{item.words}</p>
      <a className="link" href={item.href} data-over aria-label={m.agenda_discover_it({ title: item.title })}>
        {m.discover()}
        <Icon name="arrow-right" small />
      </a>
    </article>
  );
}

function billingOf(item: ProgrammeItem): string {
  if (item.when === "later") return m.agenda_billed_next();
  if (item.when === "earlier") return m.agenda_now();
  return item.day === "tonight" ? m.agenda_billed_tonight() : m.agenda_billed_today();
}

function Tabs({ kind }: { kind: ProgrammeKind }) {
  const tabs = [
    { href: paths.agenda, label: m.agenda_tab_agenda(), isCurrent: kind === "announcements" },
    { href: paths.shows, label: m.agenda_tab_shows(), isCurrent: kind === "shows" },
  ];
  return (
    <nav className="programme-tabs" aria-label={m.agenda_tabs()}>
      {tabs.map(({ href, label, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function Rows({ title, items }: { title: string; items: ProgrammeItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="programme-rows">
      <h2 className="title-2">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id} data-until={item.broadcastEndAt}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The whole row leads to the announcement; its name for assistive technology is the title alone. */
function Row({ item }: { item: ProgrammeItem }) {
  return (
    <article className="row">
      <div className="picture">
        <Picture view={item.picture} sizes={ROW_SIZES} ratio="3:2" />
        {item.day !== null && (
          <b className="card-kind is-now">{item.day === "tonight" ? m.agenda_tonight() : m.agenda_today()}</b>
        )}
      </div>
      <div className="row-words">
        <p className="label figures">{item.dateTag}</p>
        <h3 className="title-2">
          <a href={item.href} data-over>
            {item.title}
          </a>
        </h3>
        <p className="quiet">{item.words}</p>
      </div>
      <Icon name="arrow-right" />
    </article>
  );
}

/** What the house shows beside this list, with the way to all of it. */
function Others({ kind, cards }: { kind: ProgrammeKind; cards: Card[] }) {
  const isShows = kind === "announcements";
  const row = useRef<HTMLUListElement>(null);
  return (
    <section className={isShows ? "section others is-shows" : "section others"} aria-labelledby="others-title">
      <div className="column">
        <SectionHead id="others-title" title={isShows ? m.agenda_shows_title() : m.agenda_now_title()}>
          <div className="section-tools">
            <a className="link" href={isShows ? paths.shows : paths.agenda}>
              {m.agenda_see_all()}
              <span className="heard">{isShows ? m.agenda_see_all_shows() : m.agenda_see_all_agenda()}</span>
            </a>
            {cards.length > FEW && <CarouselArrows row={row} previous={m.previous()} next={m.next()} />}
          </div>
        </SectionHead>
      </div>
      <Carousel ref={row} id={OTHERS} label={isShows ? m.agenda_tab_shows() : m.agenda_tab_agenda()}>
        {cards.map((card) => (
          <li className="slide" key={card.id} data-until={card.broadcastEndAt}>
            <AgendaCard card={card} sizes={OTHER_SIZES} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}

/** Said when the list could not be fetched again: what stands here still holds, as far as we know. */
function OfflineLine() {
  return (
    <div role="status">
      <div className="programme-offline" data-agenda-offline hidden>
        <Icon name="wifi-slash" />
        <p>{m.agenda_offline()}</p>
        <button className="button button-line button-small" type="button" data-agenda-retry>
          {m.agenda_retry()}
        </button>
      </div>
    </div>
  );
}

/** The list's final shape while it is fetched again. */
function Placeholders() {
  return (
    <ul className="programme-waiting" data-agenda-waiting aria-hidden="true" hidden>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <li className="row" key={index}>
          <div className="picture placeholder" />
          <div className="row-words">
            <i className="placeholder" />
            <i className="placeholder" />
            <i className="placeholder" />
          </div>
        </li>
      ))}
    </ul>
  );
}
