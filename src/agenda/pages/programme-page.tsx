import * as paths from "../../venues/paths.ts";
import { useLayoutEffect, useRef } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { KeptFocus } from "../../ui/sheets/kept-focus.tsx";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { DetailLink } from "../../venues/pages/detail-link.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { AnnouncementCard as Card, Programme, ProgrammeFilter, ProgrammeKind } from "../views.ts";
import type { programmeData } from "./programme-data.server.ts";
import { EmptyAgenda } from "./agenda-card.tsx";
import { FeaturedEvent } from "./featured-event.tsx";
import { FILTERS, filterHref } from "./filters.ts";
import { Days, DayStrip, Running } from "./programme-days.tsx";
import { useFreshProgramme } from "./use-fresh-programme.ts";
import { usePassed } from "./use-passed.ts";

/** Number of placeholder rows while the list is loading. */
const PLACEHOLDERS = 6;

type ProgrammePageProps = { loaderData: Awaited<ReturnType<typeof programmeData>> };

/** The page of one of the two lists. */
export function ProgrammePage({ loaderData: { page, programme } }: ProgrammePageProps) {
  const { title } = useSite();
  return (
    <VenuePage page={page}>
      <ProgrammeList programme={programme} venueTitle={title} />
    </VenuePage>
  );
}

/**
 * One of the two lists of the agenda: the featured event, then the other days, then what runs for longer. While it stays open, ended
 * events disappear, and the list is fetched again when it changes by itself.
 */
function ProgrammeList({ programme, venueTitle }: { programme: Programme; venueTitle: string }) {
  const { kind, filter, changesAt } = programme;
  const ends = [programme.featured, ...programme.days.flatMap(({ items }) => items), ...programme.running];
  const hasPassed = usePassed([changesAt, ...ends.flatMap((item) => item?.endsAt ?? [])]);
  const { isWaiting, isOffline, retry } = useFreshProgramme(hasPassed(changesAt));
  const on = <One extends Pick<Card, "endsAt">>(cards: One[]) => cards.filter((card) => !hasPassed(card.endsAt));
  const [featured = null] = programme.featured === null ? [] : on([programme.featured]);
  const running = on(programme.running);
  const days = programme.days
    .map((day) => ({ ...day, items: on(day.items) }))
    .filter(({ key, items }) => items.length > 0 || key === featured?.dayKey);
  const isEmpty = featured === null && days.length === 0 && running.length === 0;
  return (
    <div className="programme" aria-busy={isWaiting}>
      <header className="column programme-head">
        <h1 className="title-1">{titleOf(kind, filter, venueTitle)}</h1>
        <Tabs {...programme} />
      </header>
      {!isEmpty && <DayStrip days={days} hasRunning={running.length > 0} />}
      {featured !== null && <FeaturedEvent featured={featured} />}
      <div className="column programme-body">
        <div role="status">{isOffline && <OfflineLine retry={retry} />}</div>
        <KeptFocus isHidden={isWaiting}>
          <Days days={days} featuredDay={featured?.dayKey ?? null} />
          <Running items={running} />
          {isEmpty && <Nothing programme={programme} />}
        </KeptFocus>
        {isWaiting && <Placeholders />}
        <p className="programme-feed">
          <a className="link" href={paths.agendaCalendar} download>
            <Icon name="calendar-blank" small />
            {m.agenda_feed()}
          </a>
        </p>
      </div>
    </div>
  );
}

function titleOf(kind: ProgrammeKind, filter: ProgrammeFilter | null, venue: string): string {
  if (filter !== null)
    return { tonight: m.agenda_tonight_at, weekend: m.agenda_weekend_at, free: m.agenda_free_at }[filter]({ venue });
  return kind === "shows" ? m.agenda_shows_at({ venue }) : m.agenda_now_at({ venue });
}

/** The two lists, and of the open one all or the part that a filter leaves. */
function Tabs({ kind, filter, hasShows }: Pick<Programme, "kind" | "filter" | "hasShows">) {
  const path = kind === "shows" ? paths.shows : paths.agenda;
  const tabs = [
    { href: paths.agenda, label: m.agenda_tab_agenda(), isCurrent: kind === "announcements" },
    { href: paths.shows, label: m.agenda_tab_shows(), isCurrent: kind === "shows" },
  ];
  const labels = { tonight: m.agenda_filter_tonight, weekend: m.agenda_filter_weekend, free: m.agenda_filter_free };
  return (
    <div className="programme-tools">
      {hasShows && (
        <nav className="programme-tabs" aria-label={m.agenda_tabs()}>
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
function Nothing({ programme: { filter, next } }: { programme: Programme }) {
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
          <i className="placeholder" />
        </li>
      ))}
    </ul>
  );
}
