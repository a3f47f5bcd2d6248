import type { Locale } from "../contract.ts";

/** '21 novembre 2026 à 20:30', on the venue's clock. For loaders. */
export function dayTime(at: Date, timeZone: string, locale: Locale): string {
  const language = locale === "fr" ? "fr-FR" : "en-GB";
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
}
