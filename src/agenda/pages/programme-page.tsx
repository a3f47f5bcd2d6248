import * as paths from "../../venues/paths.ts";
import { useLayoutEffect, useRef } from "react";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Carousel, CarouselArrows } from "../../ui/motion/carousel.tsx";
import { firstScreen } from "../../ui/document/first-screen.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { KeptFocus } from "../../ui/sheets/kept-focus.tsx";
import { SectionHead } from "../../ui/ornament/section-head.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { AnnouncementCard as Card, Programme, ProgrammeItem, ProgrammeKind } from "../views.ts";
import { AgendaCard, EmptyAgenda } from "./agenda-card.tsx";
import { useFreshProgramme } from "./use-fresh-programme.ts";
import { usePassed } from "./use-passed.ts";

const PLAYBILL_SIZES = largeSizes("100vw", 150);
const ROW_SIZES = "(min-width: 900px) 34vw, 72vw";
const OTHER_SIZES = "(min-width: 1600px) 16vw, (min-width: 1200px) 23vw, (min-width: 900px) 29vw, 43vw";
const OTHERS = "other-slides";
/** Up to this many slides need no arrows on a wide window. */
const FEW = 4;
/** Number of placeholder rows while the list is loading. */
const PLACEHOLDERS = 6;

type ProgrammePageProps = { programme: Programme; venueTitle: string };

/**
 * One of the two lists of the agenda. While it stays open, ended events disappear, and the list is fetched again when
 * it changes by itself.
 */
export function ProgrammePage({ programme, venueTitle }: ProgrammePageProps) {
  const { kind, feature, begun, coming, others, changesAt } = programme;
  const all = [...(feature === null ? [] : [feature]), ...begun, ...coming, ...others];
  const hasPassed = usePassed([changesAt, ...all.map((card) => card.broadcastEndAt)]);
  const { isWaiting, isOffline, retry } = useFreshProgramme(hasPassed(changesAt));
  const on = <One extends Card>(cards: One[]) => cards.filter((card) => !hasPassed(card.broadcastEndAt));
  const [featured = null] = feature === null ? [] : on([feature]);
  const [isEmpty, isAlone] = [featured === null && on([...begun, ...coming]).length === 0, on(others).length === 0];
  return (
    <div className="programme" aria-busy={isWaiting}>
      <Opening programme={programme} feature={featured} venueTitle={venueTitle} />
      <div className="column programme-body">
        {programme.hasShows && <Tabs kind={kind} />}
        <div role="status">{isOffline && <OfflineLine retry={retry} />}</div>
        <KeptFocus isHidden={isWaiting}>
          <Rows title={m.agenda_now()} items={on(begun)} />
          <Rows title={m.agenda_coming()} items={on(coming)} />
          {isEmpty && <EmptyAgenda />}
        </KeptFocus>
        {isWaiting && <Placeholders />}
      </div>
      {!isAlone && <Others kind={kind} cards={on(others)} />}
    </div>
  );
}

type OpeningProps = ProgrammePageProps & { feature: ProgrammeItem | null };

/** The feature's picture, with the page's place in the site and the next event over it. */
function Opening({ programme: { kind, picture }, feature, venueTitle }: OpeningProps) {
  return (
    <header ref={firstScreen} className="playbill">
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
    <article className="feature">
      <b className={item.when === "later" ? "card-kind" : "card-kind is-now"}>{billingOf(item)}</b>
      <h2>
        <DetailLink href={item.href} preview={item}>
          {item.title}
        </DetailLink>
      </h2>
      <p className="label figures">{item.dateTag}</p>
      <p className="lead">{item.words}</p>
      <DetailLink
        className="link"
        href={item.href}
        preview={item}
        aria-label={m.agenda_discover_it({ title: item.title })}
      >
        {m.discover()}
        <Icon name="arrow-right" small />
      </DetailLink>
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
        <PageLink key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {label}
        </PageLink>
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
          <li key={item.id}>
            <Row item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The whole row links to the announcement; its accessible name is the title alone. */
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
          <DetailLink href={item.href} preview={item}>
            {item.title}
          </DetailLink>
        </h3>
        <p className="quiet">{item.words}</p>
      </div>
      <Icon name="arrow-right" />
    </article>
  );
}

/** The venue's other list, with a link to all of it. */
function Others({ kind, cards }: { kind: ProgrammeKind; cards: Card[] }) {
  const isShows = kind === "announcements";
  const row = useRef<HTMLUListElement>(null);
  return (
    <section className={isShows ? "section others is-shows" : "section others"} aria-labelledby="others-title">
      <div className="column">
        <SectionHead id="others-title" title={isShows ? m.agenda_shows_title() : m.agenda_now_title()}>
          <div className="section-tools">
            <PageLink className="link" href={isShows ? paths.shows : paths.agenda}>
              {m.agenda_see_all()}
              <span className="heard">{isShows ? m.agenda_see_all_shows() : m.agenda_see_all_agenda()}</span>
            </PageLink>
            {cards.length > FEW && <CarouselArrows row={row} previous={m.previous()} next={m.next()} />}
          </div>
        </SectionHead>
      </div>
      <Carousel ref={row} id={OTHERS} label={isShows ? m.agenda_tab_shows() : m.agenda_tab_agenda()}>
        {cards.map((card) => (
          <li className="slide" key={card.id}>
            <AgendaCard card={card} sizes={OTHER_SIZES} />
          </li>
        ))}
      </Carousel>
    </section>
  );
}

/** Shown when the list could not be fetched again; the shown list may be out of date. */
function OfflineLine({ retry }: { retry: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    // The pressed button disappears with this message, so the focus moves to the new list.
    return () => {
      if (document.activeElement === current) current?.closest("main")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="programme-offline">
      <Icon name="wifi-slash" />
      <p>{m.agenda_offline()}</p>
      <button ref={button} className="button button-line button-small" type="button" onClick={retry}>
        {m.agenda_retry()}
      </button>
    </div>
  );
}

/** Placeholders of the same size as the list, while it is fetched again. */
function Placeholders() {
  return (
    <ul className="programme-waiting" aria-hidden="true">
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
