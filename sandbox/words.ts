import { m } from "../src/messages/messages.js";
import { getLocale } from "../src/messages/runtime.js";
import { minorOfDecimal } from "../src/platform/decimal.ts";
import { dayAt, dayText, momentAt, timeAt } from "../src/venues/language/dates.ts";
import { formatNumber, money } from "../src/venues/language/numbers.ts";

/** The demonstration's casinos are in one time zone. */
const ZONE = "Europe/Paris";

/** An instant as people say it: the time alone today, with the day before it otherwise. */
export function moment(at: Date, now: Date): string {
  const clock = { locale: getLocale(), timeZone: ZONE };
  const isToday = dayAt(at, clock, "full") === dayAt(now, clock, "full");
  return isToday ? timeAt(at, clock) : momentAt(at, clock, "short");
}

/** A calendar day, YYYY-MM-DD, as people say it. */
export function day(date: string): string {
  return dayText(date, getLocale(), "date");
}

/** An amount of cents in euros: 90,00 € in French, €90.00 in English. */
export function euros(minor: bigint): string {
  return money(minor, "EUR", getLocale());
}

/** The same of a decimal text such as "90.00". Any other text stays as it is. */
export function eurosOf(decimal: string): string {
  const minor = minorOfDecimal(decimal);
  return minor === null ? decimal : euros(minor);
}

/** A duration in seconds, such as 10 s. */
export function seconds(ms: number): string {
  return m.sandbox_seconds({ count: formatNumber(ms / 1000, getLocale(), ms % 1000 === 0 ? 0 : 1) });
}

/** A telephone number in groups, such as +33 6 39 98 01 03. Others than French ones stay as they are. */
export function phone(number: string): string {
  const digits = /^\+33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(number)?.slice(1);
  return digits === undefined ? number : `+33\u00a0${digits.join("\u00a0")}`;
}
