import { GROUP } from "../group.ts";
import { policyOf } from "../law/country-policy.ts";
import type { Country, Locale } from "../contract.ts";
import { venueTitle, type VenueNaming } from "./titles.ts";

type Named = { name: string; pasino: number; sub_name: string | null; preposition: VenueNaming["preposition"] };

/** The fields of a stored establishment that titles need. */
export function namingOf(row: Named): VenueNaming {
  return {
    name: row.name,
    pasino: row.pasino === 1 ? 1 : 0,
    sub_name: row.sub_name,
    preposition: row.preposition,
    alternativeWord: GROUP.alternativeVenueWord,
  };
}

/**
 * The short title for a page's language. English has no French preposition for a venue where Dutch is spoken: 'Casino Blankenduin',
 * not 'Casino de Blankenduin'.
 */
export function titleOf(row: Named & { country: Country }, locale: Locale): string {
  const naming = namingOf(row);
  const isDutch = policyOf(row.country).hoursLocale === "nl";
  return venueTitle(locale === "en" && isDutch ? { ...naming, preposition: "" } : naming);
}
