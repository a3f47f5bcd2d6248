import { setClockChanges } from "../../platform/time-zones.ts";
import { whileVisible } from "../../ui/motion/while-visible.ts";
import { type OpenState, openState } from "../../venues/hours/open-state.ts";
import type { HoursData } from "../../venues/views.ts";
import { REFRESH_MS } from "../../venues/hours/clock-limits.ts";
import { hoursWords } from "../../venues/hours/state-words.ts";

/**
 * Keeps the opening-hours pill and panel up to date on the venue's clock from the first paint, until React takes over
 * (hours.tsx).
 */
export function startLiveHours(root: Document): void {
  const source = root.querySelector<HTMLElement>("[data-hours]")?.dataset["hours"];
  if (source === undefined) return;
  const data = JSON.parse(source) as HoursData;
  setClockChanges(data.timeZone, data.clock);
  const isHydrated = () => root.documentElement.hasAttribute("data-hydrated");
  const tell = () => isHydrated() || show(root, openState(data.schedule, Date.now(), data.timeZone), data);
  whileVisible(tell, REFRESH_MS);
}

function show(root: Document, now: OpenState, data: HoursData): void {
  const { state, word, line } = hoursWords(now, data);
  for (const element of root.querySelectorAll<HTMLElement>("[data-hours-state]")) {
    write(element, word);
    if (element.parentElement) element.parentElement.dataset["state"] = state;
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-hours-line]")) write(element, line);
  for (const row of root.querySelectorAll<HTMLElement>("[data-day]")) {
    if (row.dataset["day"] === String(now.actual.dayOfWeek)) row.setAttribute("aria-current", "date");
    else row.removeAttribute("aria-current");
  }
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
