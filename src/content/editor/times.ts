import type { Locale } from "../../venues/contract.ts";
import { minutesOf, momentText, timeText } from "../../venues/language/dates.ts";

/** An instant on the venue's clock: the API writes it with the venue's offset, which may differ from the browser's. */
export function dayAndTime(iso: string, locale: Locale): string {
  return momentText({ date: iso.slice(0, 10), minutes: minutesOf(iso.slice(11, 16)) }, locale, "short");
}

/** An instant on the browser's clock, for what the browser stores itself. */
export function timeHere(iso: string, locale: Locale): string {
  const at = new Date(iso);
  return timeText(at.getHours() * 60 + at.getMinutes(), locale);
}
