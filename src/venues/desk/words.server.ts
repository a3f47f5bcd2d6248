import { m } from "../../messages/messages.js";
import type { Locale } from "../contract.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";

/**
 * Words, times and amounts of the desk's data, for loaders: the browser neither has every message nor the same tables of times and
 * amounts.
 */
const messages: Record<string, unknown> = m;

/** The words of a problem or a refusal, in the language of the page; the plain sentence where a key has none. */
export function deskProblem(key: string): string {
  return wordsOf(key) ?? m.deskpeople_refused_else();
}

/** The words of a state, a reason or a kind: `family` and the value make the key. */
export function deskState(family: string, value: string): string {
  return wordsOf(`deskpeople_${family}_${value.toLowerCase()}`) ?? value;
}

/** The choices of a select, each under the words of its `family`. */
export function deskOptions(family: string, values: readonly string[]): DeskOption[] {
  return values.map((value) => ({ value, label: deskState(family, value) }));
}

function wordsOf(key: string): string | null {
  const message = messages[key];
  return typeof message === "function" ? String(message()) : null;
}

/** The language and the clock of the house in which the desk says a time. */
export type DeskClock = { locale: Locale; zone: string };

/** '21 nov. 2026, 20:30' on the clock of the house. */
export function deskInstant(instant: Date, { locale, zone }: DeskClock): string {
  return new Intl.DateTimeFormat(languageOf(locale), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: zone,
  }).format(instant);
}

/** The last minute before an expiry, which is exclusive (G115). */
export function deskLastMinute(expiry: Date, clock: DeskClock): string {
  return deskInstant(new Date(expiry.getTime() - 60_000), clock);
}

/** '21 novembre 2026' of an ISO date. */
export function deskDay(date: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageOf(locale), { dateStyle: "long", timeZone: "UTC" }).format(new Date(date));
}

export function deskMoney(minor: bigint, locale: Locale, currency = "EUR"): string {
  return new Intl.NumberFormat(languageOf(locale), { style: "currency", currency }).format(Number(minor) / 100);
}

function languageOf(locale: Locale): string {
  return locale === "fr" ? "fr-FR" : "en-GB";
}
