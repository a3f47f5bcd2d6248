import * as paths from "../../venues/paths.ts";
import { useLayoutEffect, useRef } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { KeptFocus } from "../../ui/sheets/kept-focus.tsx";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { AnnouncementCard as Card, EventList, EventListFilter, EventListKind } from "../views.ts";
import type { eventListData } from "./event-list-data.server.ts";
import { EmptyAgenda } from "./agenda-card.tsx";
import { FeaturedEvent } from "./featured-event.tsx";
import { FILTERS, filterHref } from "./filters.ts";
import { Days, DayStrip, Running } from "./event-list-days.tsx";
import { useFreshEvents } from "./use-fresh-events.ts";
import { usePassed } from "./use-passed.ts";

/** Number of placeholder rows while the list is loading. */
const PLACEHOLDERS = 6;

type EventListPageProps = { loaderData: Awaited<ReturnType<typeof eventListData>> };

/** The page of one of the two lists. */
export function EventListPage({ loaderData: { page, eventList } }: EventListPageProps) {
  const { title } = useSite();
  return (
    <VenuePage page={page}>
      <EventListContent list={eventList} venueTitle={title} />
    </VenuePage>
  );
}

/**
 * One of the two lists of the agenda: the featured event, then the other days, then what runs for longer. While it stays open, ended
 * events disappear, and the list is fetched again when it changes by itself.
 */
function EventListContent({ list, venueTitle }: { list: EventList; venueTitle: string }) {
  const { kind, filter, changesAt } = list;
  const ends = [list.featured, ...list.days.flatMap(({ items }) => items), ...list.running];
  const hasPassed = usePassed([changesAt, ...ends.flatMap((item) => item?.endsAt ?? [])]);
  const { isWaiting, isOffline, retry } = useFreshEvents(hasPassed(changesAt));
  const on = <One extends Pick<Card, "endsAt">>(cards: One[]) => cards.filter((card) => !hasPassed(card.endsAt));
  const [featured = null] = list.featured === null ? [] : on([list.featured]);
  const running = on(list.running);
  const days = list.days
    .map((day) => ({ ...day, items: on(day.items) }))
    .filter(({ key, items }) => items.length > 0 || key === featured?.dayKey);
  const isEmpty = featured === null && days.length === 0 && running.length === 0;
  return (
    <div className="events" aria-busy={isWaiting}>
      <header className="column events-head">
        <h1 className="title-1">{titleOf(kind, filter, venueTitle)}</h1>
        <Tabs {...list} />
      </header>
      {!isEmpty && <DayStrip days={days} hasRunning={running.length > 0} />}
      {featured !== null && <FeaturedEvent featured={featured} />}
      <div className="column events-body">
        <div role="status">{isOffline && <OfflineLine retry={retry} />}</div>
        <KeptFocus isHidden={isWaiting}>
          <Days days={days} featuredDay={featured?.dayKey ?? null} />
          <Running items={running} />
          {isEmpty && <Nothing list={list} />}
        </KeptFocus>
        {isWaiting && <Placeholders />}
        <p className="events-feed">
          <a className="link" href={paths.agendaCalendar} download>
            <Icon name="calendar-blank" small />
            {m.agenda_feed()}
          </a>
        </p>
      </div>
    </div>
  );
}

function titleOf(kind: EventListKind, filter: EventListFilter | null, venue: string): string {
  if (filter !== null)
    return { tonight: m.agenda_tonight_at, weekend: m.agenda_weekend_at, free: m.agenda_free_at }[filter]({ venue });
  return kind === "shows" ? m.agenda_shows_at({ venue }) : m.agenda_now_at({ venue });
}

/** The two lists, and of the open one all or the part that a filter leaves. */
function Tabs({ kind, filter, hasShows }: Pick<EventList, "kind" | "filter" | "hasShows">) {
  const path = kind === "shows" ? paths.shows : paths.agenda;
  const tabs = [
    { href: paths.agenda, label: m.agenda_tab_agenda(), isCurrent: kind === "all" },
    { href: paths.shows, label: m.agenda_tab_shows(), isCurrent: kind === "shows" },
  ];
  const labels = { tonight: m.agenda_filter_tonight, weekend: m.agenda_filter_weekend, free: m.agenda_filter_free };
  return (
    <div className="events-tools">
      {hasShows && (
        <nav className="events-tabs" aria-label={m.agenda_tabs()}>
          {tabs.map(({ href, label, isCurrent }) => (
            <PageLink key={href} href={href} aria-current={isCurrent ? (filter === null ? "page" : "true") : undefined}>
              {label}
            </PageLink>
          ))}
        </nav>
      )}
      <nav className="filters" aria-label={m.agenda_filters()}>
        {[null, ...FILTERS].map((one) => (
          <PageLink
            key={one ?? ""}
            className="chip"
            href={filterHref(path, one)}
            aria-current={one === filter ? "page" : undefined}
          >
            {one === null ? m.agenda_see_all() : labels[one]()}
          </PageLink>
        ))}
      </nav>
    </div>
  );
}

/** Where nothing is left: of the whole list, or of a filter, which names the next event. */
function Nothing({ list: { filter, next } }: { list: EventList }) {
  if (filter === null) return <EmptyAgenda />;
  const words = { tonight: m.agenda_none_tonight, weekend: m.agenda_none_weekend, free: m.agenda_none_free };
  return (
    <EmptyAgenda title={words[filter]()}>
      {next !== null && (
        <>
          <p>{m.agenda_next({ day: next.day })}</p>
          <DetailLink className="link" href={next.href}>
            {next.title}
          </DetailLink>
        </>
      )}
    </EmptyAgenda>
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
    <div className="events-offline">
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
    <ul className="events-waiting" aria-hidden="true">
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <li className="row" key={index}>
          <div className="picture placeholder" />
          <i className="placeholder" />
        </li>
      ))}
    </ul>
  );
}
