import { useContext, useRef, useState } from "react";
import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import { setClockChanges } from "../../platform/time-zones.ts";
import { useDismiss } from "../../ui/hooks/use-dismiss.ts";
import { useWhileVisible } from "../../ui/hooks/use-while-visible.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageAssetsContext } from "../../ui/document/page-assets.tsx";
import { Reveal } from "../../ui/motion/reveal.tsx";
import { ServerOnly } from "../../ui/document/server-only.tsx";
import type { HoursData, HoursView } from "../views.ts";
import { openState } from "./open-state.ts";
import { REFRESH_MS } from "./clock-limits.ts";
import { type HoursWords, hoursWords } from "./state-words.ts";

type HoursProps = { hours: HoursView };

/** What the opening-hours widget shows now on the venue's clock, and the current day there. */
type HoursNow = HoursWords & { dayOfWeek: number };

/**
 * The opening-hours pill. The weekly hours are in the page for everyone, but kept out of search snippets. The current state
 * (open, closed) is never in a cached page: `live-hours.ts` fills it in first, then this component from its first effect on.
 */
export function HoursPill({ hours }: HoursProps) {
  const { schedule, timeZone, clock, language, texts } = hours;
  const data: HoursData = { schedule, timeZone, clock, language, texts };
  const ref = useRef<HTMLDetailsElement>(null);
  const now = useHoursNow(data);
  useDismiss(ref);
  return (
    <details ref={ref} className="hours" lang={language} data-hours={JSON.stringify(data)} suppressHydrationWarning>
      <summary className="pill" data-state={now?.state} suppressHydrationWarning>
        <i aria-hidden="true" />
        <b data-hours-state suppressHydrationWarning>
          {now?.word ?? texts.heading}
        </b>
        <span data-hours-line suppressHydrationWarning>
          {now?.line ?? ""}
        </span>
        <Icon name="caret-down" small />
      </summary>
      <div className="hours-panel" data-nosnippet="">
        <Week hours={hours} now={now} />
      </div>
    </details>
  );
}

/** The weekly hours in a panel, beside the address. */
export function HoursBoard({ hours }: HoursProps) {
  const now = useHoursNow(hours);
  return (
    <Reveal className="board plaque" data-nosnippet="">
      <h3 className="title-2">{m.hours_title()}</h3>
      <p className="board-state quiet" lang={hours.language} data-state={now?.state} suppressHydrationWarning>
        <span data-hours-state suppressHydrationWarning>
          {now?.word ?? ""}
        </span>{" "}
        <span data-hours-line suppressHydrationWarning>
          {now?.line ?? ""}
        </span>
      </p>
      <Week hours={hours} now={now} />
    </Reveal>
  );
}

/** The script that keeps both widgets up to date before React starts; place it after them in the page. */
export function HoursScript() {
  const { liveHours, nonce } = useContext(PageAssetsContext);
  return (
    <ServerOnly>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: liveHours }} />
    </ServerOnly>
  );
}

function Week({ hours, now }: HoursProps & { now: HoursNow | null }) {
  return (
    <>
      <ul className="week figures" lang={hours.language}>
        {hours.days.map(({ dayOfWeek, label, ranges }) => (
          <li
            key={dayOfWeek}
            data-day={dayOfWeek}
            aria-current={dayOfWeek === now?.dayOfWeek ? "date" : undefined}
            suppressHydrationWarning
          >
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

/** Null until React runs in the browser; until then `live-hours.ts` writes the same words. */
function useHoursNow(data: HoursData): HoursNow | null {
  const [now, setNow] = useState<HoursNow | null>(null);
  useWhileVisible(() => {
    setClockChanges(data.timeZone, data.clock);
    const state = openState(data.schedule, Date.now(), data.timeZone);
    setNow({ ...hoursWords(state, data), dayOfWeek: state.actual.dayOfWeek });
  }, REFRESH_MS);
  return now;
}
