/** An instant on the venue's clock: the API writes it with the venue's offset, which may differ from the browser's. */
export function dayAndTime(iso: string, locale: string): string {
  const wall = iso.slice(0, 19);
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(new Date(`${wall}Z`));
}

/** An instant on the browser's clock, for what the browser stores itself. */
export function timeHere(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale === "en" ? "en-GB" : "fr-FR", { timeStyle: "short" }).format(new Date(iso));
}
