import { m } from "../../messages/messages.js";
import type { Locale } from "../contract.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";

/**
 * Words, times and amounts of the desk's data, for loaders. They are formatted on the server because the browser does not load
 * every message, and its formats of times and amounts may differ.
 */
const messages: Record<string, unknown> = m;

/** The text of a problem or refusal in the page's language; a key without a message is returned as it is. */
export function deskProblem(key: string): string {
  return wordsOf(key) ?? m.deskpeople_refused_else();
}

/** The label of a state, reason or kind; `family` and the value make the message key. */
export function deskState(family: string, value: string): string {
  return wordsOf(`deskpeople_${family}_${value.toLowerCase()}`) ?? value;
}

/** The options of a select, labelled by `family`. */
export function deskOptions(family: string, values: readonly string[]): DeskOption[] {
  return values.map((value) => ({ value, label: deskState(family, value) }));
}

function wordsOf(key: string): string | null {
  const message = messages[key];
  return typeof message === "function" ? String(message()) : null;
}

/** The page's language and the venue's time zone. */
export type DeskClock = { locale: Locale; zone: string };

/** '21 nov. 2026, 20:30' on the venue's clock. */
export function deskInstant(instant: Date, { locale, zone }: DeskClock): string {
  return new Intl.DateTimeFormat(languageOf(locale), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  }).format(instant);
}

/** The last minute before an expiry. An expiry is exclusive: at that instant the thing has already expired. */
export function deskLastMinute(expiry: Date, clock: DeskClock): string {
  return deskInstant(new Date(expiry.getTime() - 60_000), clock);
}

/** '21 novembre 2026' from an ISO date. */
export function deskDay(date: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageOf(locale), { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

export function deskMoney(minor: bigint, locale: Locale, currency = "EUR"): string {
  return new Intl.NumberFormat(languageOf(locale), { style: "currency", currency }).format(Number(minor) / 100);
}

function languageOf(locale: Locale): string {
  return locale === "fr" ? "fr-FR" : "en-GB";
}
