import * as paths from "../../venues/paths.ts";
import { useRef } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { PageLink } from "../../venues/pages/page-link.tsx";
import type { JackpotsPageView } from "../views.ts";
import { JackpotList } from "./jackpot-list.tsx";
import { JackpotSearch } from "./jackpot-search.tsx";
import { MegapotFigure, MegapotOffline } from "./megapot-figure.tsx";
import { useJackpotList } from "./use-jackpot-list.ts";
import { useMegapot } from "./use-megapot.ts";
import styles from "./jackpots-page.css?url";

/** The jackpots of a venue. Tabs are links and the search is a form, so all of it works without script. */
export function JackpotsPage({ view }: { view: JackpotsPageView }) {
  const { isBusy, isLost, status, list, search, retry } = useJackpotList(view);
  return (
    <div className="jackpots">
      <link rel="stylesheet" href={styles} precedence="default" />
      <Head view={view} />
      <div className="column jackpots-body">
        <div className="jackpots-tools">
          <Tabs view={view} />
          <JackpotSearch slot={view.slot} search={search} />
        </div>
        <p className="heard" role="status">
          {isLost ? m.jackpots_offline_title() : status}
        </p>
        {isLost ? <Offline retry={retry} /> : <JackpotList view={view} isBusy={isBusy} ref={list} />}
      </div>
    </div>
  );
}

function Head({ view }: { view: JackpotsPageView }) {
  return (
    <header className="jackpots-head">
      <div className="column">
        <div className="jackpots-titles">
          <div>
            <h1>{m.jackpots_page_title()}</h1>
            <p className="lead">
              {view.redistributed === null ? (
                m.jackpots_lead()
              ) : (
                <>
                  <b>{view.redistributed}</b> {m.jackpot_redistributed()}
                </>
              )}
            </p>
          </div>
          {view.hasMegapot && <LiveMegapot />}
        </div>
        <div className="horizon">
          <Ornament shape="sun" />
        </div>
      </div>
    </header>
  );
}

function LiveMegapot() {
  const box = useRef<HTMLDivElement>(null);
  const megapot = useMegapot(box);
  return (
    <div className="jackpots-megapot" ref={box} data-megapot={megapot.state} data-live>
      <p className="quiet">{m.jackpot_title()}</p>
      <MegapotFigure {...megapot} />
      <MegapotOffline />
    </div>
  );
}

function Tabs({ view: { list, slot } }: { view: JackpotsPageView }) {
  const tabs = [
    { key: "latest", href: paths.jackpots, label: m.jackpots_tab_latest() },
    { key: "week", href: `${paths.jackpots}?tab=week`, label: m.jackpots_tab_week() },
    { key: "month", href: `${paths.jackpots}?tab=month`, label: m.jackpots_tab_month() },
  ];
  return (
    <nav className="jackpots-tabs" aria-label={m.jackpots_tabs()}>
      <ul>
        {tabs.map(({ key, href, label }) => (
          <li key={key}>
            <PageLink href={href} aria-current={slot === null && key === list ? "page" : undefined} preventScrollReset>
              {label}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shown where the list could not be fetched. */
function Offline({ retry }: { retry: () => void }) {
  return (
    <div className="empty jackpots-offline">
      <Icon name="wifi-slash" />
      <p className="title-3">{m.jackpots_offline_title()}</p>
      <p>{m.jackpots_offline_text()}</p>
      <button className="button button-line" type="button" onClick={retry}>
        {m.jackpots_retry()}
      </button>
    </div>
  );
}
