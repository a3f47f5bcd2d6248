import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import { paths } from "../../venues/paths.ts";
import type { JackpotsPageView } from "../views.ts";
import { JackpotList } from "./jackpot-list.tsx";

/**
 * The jackpots of a house (section 2.5). Tabs are links and the search is a form, so all of it works by itself;
 * live-jackpot-list.ts swaps the list in place.
 */
export function JackpotsPage({ view }: { view: JackpotsPageView }) {
  return (
    <div className="jackpots">
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
      <div className="column jackpots-body">
        <div className="jackpots-tools">
          <Tabs view={view} />
          <Search slot={view.slot} />
        </div>
        <p className="heard" role="status" data-jackpot-status />
        <JackpotList view={view} />
        <Offline />
      </div>
    </div>
  );
}

/** The live amount comes by script (`live-jackpot.ts`), as on Home. */
function LiveMegapot() {
  return (
    <div className="jackpots-megapot" data-megapot="loading" data-name={m.jackpot_amount({ amount: "{amount}" })}>
      <p className="quiet">{m.jackpot_title()}</p>
      <p className="figure" data-figure />
      <p className="megapot-offline">
        <Icon name="wifi-slash" />
        {m.jackpot_offline()}
      </p>
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
    <nav className="jackpots-tabs" aria-label={m.jackpots_tabs()} data-jackpot-tabs>
      <ul>
        {tabs.map(({ key, href, label }) => (
          <li key={key}>
            <a href={href} aria-current={slot === null && key === list ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Search({ slot }: { slot: number | null }) {
  return (
    <search>
      <form className="jackpots-search" action={paths.jackpots} data-jackpot-search noValidate>
        <label htmlFor="slot">{m.jackpots_search()}</label>
        <span className="jackpots-field">
          <input
            id="slot"
            name="slot"
            inputMode="numeric"
            pattern="[0-9]{1,9}"
            maxLength={9}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={m.jackpots_search_placeholder()}
            title={m.jackpots_search_invalid()}
            aria-describedby="slot-hint"
            defaultValue={slot ?? ""}
          />
          <button className="round" type="submit" aria-label={m.jackpots_search_go()}>
            <Icon name="magnifying-glass" small />
          </button>
        </span>
        <p className="small quiet" id="slot-hint">
          <span className="when-valid">{m.jackpots_search_hint()}</span>
          <span className="when-invalid">{m.jackpots_search_invalid()}</span>
        </p>
      </form>
    </search>
  );
}

/** Shown by script where the list that was asked for could not be fetched. */
function Offline() {
  return (
    <div className="empty" data-jackpot-offline hidden>
      <Icon name="wifi-slash" />
      <p className="title-3">{m.jackpots_offline_title()}</p>
      <p>{m.jackpots_offline_text()}</p>
      <button className="button button-line" type="button" data-jackpot-retry>
        {m.jackpots_retry()}
      </button>
    </div>
  );
}
