import { hourText } from "../language/dates.ts";
import type { OpenState } from "./open-state.ts";
import type { HoursData, HoursTexts } from "../views.ts";

export type HoursWords = { state: "open" | "soon" | "closed"; word: string; line: string };

/** The words for a state: open or closed, and what happens next. */
export function hoursWords(state: OpenState, { texts, language }: Pick<HoursData, "texts" | "language">): HoursWords {
  if (!state.open) return { state: "closed", word: texts.closed, line: openingLine(state, texts, language) };
  const time = state.closesAt === undefined ? undefined : hourText(state.closesAt, language);
  if (state.closeSoon) return { state: "soon", word: filled(texts.closingSoon, { time }), line: "" };
  const template = state.closesOn ? texts.closesOn : texts.closesAt;
  const line = time === undefined ? "" : filled(template, { time, day: dayName(state.closesOn?.label, language) });
  return { state: "open", word: texts.open, line };
}

function openingLine({ next, actual }: OpenState, texts: HoursTexts, language: HoursData["language"]): string {
  if (next === null) return "";
  const wasOpenToday = next.today && actual.hours.some(({ open }) => open.padStart(5, "0") < next.open);
  return filled(wasOpenToday ? texts.reopensAt : texts.opensAt, {
    time: hourText(next.open, language),
    day: dayOf(next, texts, language),
  });
}

function dayOf(next: NonNullable<OpenState["next"]>, texts: HoursTexts, language: HoursData["language"]): string {
  if (next.today) return "";
  if (next.tomorrow) return texts.tomorrow;
  const day = dayName(next.label, language);
  return next.nextWeek ? filled(texts.next, { day }) : day;
}

/** The day's name inside a sentence: only English keeps its capital. */
function dayName(label = "", language: HoursData["language"]): string {
  return language === "en" ? label : label.toLowerCase();
}

function filled(template: string, { time = "", day = "" }: { time?: string | undefined; day?: string }): string {
  return template.replace("{time}", time).replace("{day}", day).replace("  ", " ").trim();
}
