import type { Locale } from "../contract.ts";

/** For loaders: '21 novembre 2026 à 20:30', by the venue's own clock. */
export function dayTime(at: Date, timeZone: string, locale: Locale): string {
  const language = locale === "fr" ? "fr-FR" : "en-GB";
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
}
