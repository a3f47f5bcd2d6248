import { m } from "../src/messages/messages.js";
import { getLocale } from "../src/messages/runtime.js";
import { decimalOfMinor } from "../src/platform/decimal.ts";

/** The demonstration's casinos are in one time zone. */
const ZONE = "Europe/Paris";

/** A time of day: 20h30 in French, 8.30 pm in English. */
function clock(at: Date): string {
  const parts = new Intl.DateTimeFormat("en-GB", { hour: "numeric", minute: "2-digit", hourCycle: "h23", timeZone: ZONE });
  const [hour = 0, minute = 0] = parts.format(at).split(":").map(Number);
  const minutes = String(minute).padStart(2, "0");
  if (getLocale() === "fr") return `${hour}h${minute === 0 ? "" : minutes}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? "" : `.${minutes}`}\u00a0${hour < 12 ? "am" : "pm"}`;
}

/** An instant as people say it: the time alone today, with the day before it otherwise. */
export function moment(at: Date, now: Date): string {
  const day = new Intl.DateTimeFormat(getLocale() === "fr" ? "fr-FR" : "en-GB", {
    day: "numeric",
    month: "long",
    timeZone: ZONE,
  });
  return day.format(at) === day.format(now) ? clock(at) : `${day.format(at)}, ${clock(at)}`;
}

/** An amount in euros: 90,00 € in French, €90.00 in English. */
export function euros(minor: bigint): string {
  return eurosOf(decimalOfMinor(minor));
}

/** The same of a decimal text such as "90.00". */
export function eurosOf(decimal: string): string {
  const language = getLocale() === "fr" ? "fr-FR" : "en-GB";
  return new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(Number(decimal));
}

/** A duration in seconds, such as 10 s or 0,5 s. */
export function seconds(ms: number): string {
  const language = getLocale() === "fr" ? "fr-FR" : "en-GB";
  return m.sandbox_seconds({ count: new Intl.NumberFormat(language).format(ms / 1000) });
}

/** A telephone number in groups, such as +33 6 39 98 01 03. Others than French ones stay as they are. */
export function phone(number: string): string {
  const digits = /^\+33(\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(number)?.slice(1);
  return digits === undefined ? number : `+33\u00a0${digits.join("\u00a0")}`;
}
