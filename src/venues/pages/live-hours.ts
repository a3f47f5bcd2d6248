import { knowClock } from "../../platform/time-zones.ts";
import { whileVisible } from "../../ui/while-visible.ts";
import { type OpenState, openState } from "../open-state.ts";
import type { HoursTexts } from "../views.ts";
import type { HoursData } from "./hours.tsx";

const REFRESH_MS = 30_000;

/** Keeps the opening-hours pill, the board's line and today's row true to the minute, on the venue's clock (section 2.5). */
export function startLiveHours(root: Document | Element): void {
  const source = root.querySelector<HTMLElement>("[data-hours]")?.dataset["hours"];
  if (source === undefined) return;
  const data = JSON.parse(source) as HoursData;
  knowClock(data.timeZone, data.clock);
  whileVisible(() => show(root, openState(data.schedule, Date.now(), data.timeZone), data), REFRESH_MS);
}

export type HoursWords = { state: "open" | "soon" | "closed"; word: string; line: string };

/** What the widget says of a state: its word, and what happens next. */
export function hoursWords(state: OpenState, { texts, language }: Pick<HoursData, "texts" | "language">): HoursWords {
  if (!state.open) return { state: "closed", word: texts.closed, line: openingLine(state, texts, language) };
  if (state.closeSoon) return { state: "soon", word: filled(texts.closingSoon, { time: state.closesAt }), line: "" };
  const template = state.closesOn ? texts.closesOn : texts.closesAt;
  const line =
    state.closesAt === undefined
      ? ""
      : filled(template, { time: state.closesAt, day: dayName(state.closesOn?.label, language) });
  return { state: "open", word: texts.open, line };
}

function openingLine({ next, actual }: OpenState, texts: HoursTexts, language: HoursData["language"]): string {
  if (next === null) return "";
  const wasOpenToday = next.today && actual.hours.some(({ open }) => open.padStart(5, "0") < next.open);
  return filled(wasOpenToday ? texts.reopensAt : texts.opensAt, { time: next.open, day: dayOf(next, texts, language) });
}

function dayOf(next: NonNullable<OpenState["next"]>, texts: HoursTexts, language: HoursData["language"]): string {
  if (next.today) return "";
  if (next.tomorrow) return texts.tomorrow;
  const day = dayName(next.label, language);
  return next.nextWeek ? filled(texts.next, { day }) : day;
}

/** Within a sentence only English writes its days with a capital. */
function dayName(label = "", language: HoursData["language"]): string {
  return language === "en" ? label : label.toLowerCase();
}

function filled(template: string, { time = "", day = "" }: { time?: string | undefined; day?: string }): string {
  return template.replace("{time}", time).replace("{day}", day).replace("  ", " ").trim();
}

function show(root: Document | Element, now: OpenState, data: HoursData): void {
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
