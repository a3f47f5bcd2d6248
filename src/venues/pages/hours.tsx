import { useContext } from "react";
import { m } from "../../paraglide/messages.js";
import { getLocale } from "../../paraglide/runtime.js";
import { Icon } from "../../ui/icon.tsx";
import { PageAssetsContext } from "../../ui/page-assets.tsx";
import { ServerOnly } from "../../ui/server-only.tsx";
import type { HoursView } from "../views.ts";

/** What `live-hours.ts` needs to compute the widget's state in the browser. */
export type HoursData = Pick<HoursView, "schedule" | "timeZone" | "clock" | "language" | "texts">;

/**
 * The opening-hours pill. The week behind it is in the page for everyone and kept out of search snippets (G12); whether
 * the doors are open now is never in cached bytes and comes by script.
 */
export function HoursPill({ hours }: { hours: HoursView }) {
  const { schedule, timeZone, clock, language, texts } = hours;
  const data: HoursData = { schedule, timeZone, clock, language, texts };
  return (
    <details
      className="hours"
      lang={language}
      data-hours={JSON.stringify(data)}
      data-dismiss=""
      suppressHydrationWarning
    >
      <summary className="pill" suppressHydrationWarning>
        <i aria-hidden="true" />
        <b data-hours-state suppressHydrationWarning>
          {texts.heading}
        </b>
        <span data-hours-line suppressHydrationWarning>
          {""}
        </span>
        <Icon name="caret-down" small />
      </summary>
      <div className="hours-panel" data-nosnippet="">
        <Week hours={hours} />
      </div>
    </details>
  );
}

/** The week on a plaque, beside the address. */
export function HoursBoard({ hours }: { hours: HoursView }) {
  return (
    <div className="board plaque reveal" data-nosnippet="">
      <h3 className="title-2">{m.hours_title()}</h3>
      <p className="board-state quiet" lang={hours.language} suppressHydrationWarning>
        <span data-hours-state suppressHydrationWarning>
          {""}
        </span>{" "}
        <span data-hours-line suppressHydrationWarning>
          {""}
        </span>
      </p>
      <Week hours={hours} />
    </div>
  );
}

/** What keeps both true to the minute; behind them in the page. */
export function HoursScript() {
  const { liveHours, nonce } = useContext(PageAssetsContext);
  return (
    <ServerOnly>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: liveHours }} />
    </ServerOnly>
  );
}

function Week({ hours }: { hours: HoursView }) {
  return (
    <>
      <ul className="week figures" lang={hours.language}>
        {hours.days.map(({ dayOfWeek, label, ranges }) => (
          <li key={dayOfWeek} data-day={dayOfWeek} suppressHydrationWarning>
            <span>{label}</span>
            <span>{ranges}</span>
          </li>
        ))}
      </ul>
      {hours.exceptions.length > 0 && (
        <ul className="week week-exceptions figures" lang={hours.language}>
          {hours.exceptions.map(({ label, ranges, note }) => (
            <li key={label}>
              <span>
                {label}
                {note !== null && <small lang={getLocale()}>{note}</small>}
              </span>
              <span>{ranges}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
