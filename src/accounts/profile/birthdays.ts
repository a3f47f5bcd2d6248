/**
 * Parses a date of birth as people type it, day first (12/04/1988, 12.4.1988, 12 04 1988, 12041988), or as a password manager fills it
 * in (1988-04-12). Returns the ISO date. Other text is returned as it is, for the schema to refuse. Browser-safe.
 */
export function isoBirthday(typed: string): string {
  const text = typed.trim();
  const dayFirst = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (dayFirst === null) return text;
  const [, day = "", month = "", year = ""] = dayFirst;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Formats an ISO date as it is typed: 12/04/1988. */
export function typedBirthday(iso: string): string {
  return iso.split("-").toReversed().join("/");
}
