/** An instant as the venue's clock shows it: the API writes it with the venue's own offset, which is not the browser's. */
export function dayAndTime(iso: string, locale: string): string {
  const wall = iso.slice(0, 19);
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(new Date(`${wall}Z`));
}

/** A time of the browser's own clock, for what it keeps itself. */
export function timeHere(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", { timeStyle: "short" }).format(new Date(iso));
}
