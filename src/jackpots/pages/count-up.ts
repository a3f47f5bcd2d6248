import { formatNumber, money } from "../../venues/language/numbers.ts";

/** The counter starts this many currency units below the amount and reaches it in three minutes. */
const HEAD_START = 20;
const CLIMB_MS = 180_000;
/** A later amount is reached before the next one is asked for, so that the counter arrives however often the amount changes. */
const LATER_MS = 60_000;

/**
 * How the shown figure counts up to an amount, in currency units; `startedAt` and `endsAt` are in milliseconds of the
 * page's own clock.
 */
export type CountUp = { from: number; to: number; startedAt: number; endsAt: number };

/**
 * Starts to count up to a new amount from the shown one, or from HEAD_START below the new amount where that is higher.
 * An amount that changes meanwhile is reached when the one before would have been.
 */
export function countUpTo(to: number, before: CountUp | null, now: number): CountUp {
  const start = to - HEAD_START;
  const shown = before === null ? start : valueAt(before, now);
  const endsAt = before === null ? now + CLIMB_MS : Math.max(before.endsAt, now + LATER_MS);
  return { from: Math.min(to, Math.max(start, shown)), to, startedAt: now, endsAt };
}

/** The shown value at `now`, in currency units. */
export function valueAt({ from, to, startedAt, endsAt }: CountUp, now: number): number {
  return from + (to - from) * Math.min(1, Math.max(0, now - startedAt) / (endsAt - startedAt));
}

/** The shown value in cents, rounded down. */
export function centsAt(countUp: CountUp, now: number): number {
  return Math.floor(valueAt(countUp, now) * 100 + 1e-6);
}

export type Cell = { text: string; kind: "" | "gap" | "point" | "sign" };

/** An amount as cells of one character each, with the currency sign where the language puts it. */
export function cellsOf(amount: number, language: "fr" | "en"): Cell[] {
  const text = money(Math.round(amount * 100), "EUR", language);
  const point = text.length - (language === "fr" ? 5 : 3);
  return text.split("").map((character, at) => {
    if (/\d/.test(character)) return { text: character, kind: "" };
    return { text: character, kind: character === "€" ? "sign" : at === point ? "point" : "gap" };
  });
}

/** '1 284 503,62' or '1,284,503.62'. Does not use Intl, whose data takes a browser long to load. */
export function amountText(amount: number, language: "fr" | "en"): string {
  return formatNumber(amount, language, 2);
}
