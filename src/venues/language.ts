import { negotiateLocale, type LocaleWishes } from "../platform/http/locale-negotiation.ts";
import { PAGE_LOCALES, type Locale, type SiteLocale } from "./contract.ts";
import type { Venue } from "./venue.ts";

type Language = {
  /** What of the site's list was asked for. */
  asked: SiteLocale;
  /** What its pages and refusals are written in. */
  locale: Locale;
};

/**
 * The language of an answer (G21): what is asked for is one of the site's list, and who asks for Dutch there reads French (G20).
 * `venue` is null on the group's own hosts.
 */
export function languageOf(venue: Venue | null, wishes: Omit<LocaleWishes<SiteLocale>, "locales">): Language {
  const asked = negotiateLocale<SiteLocale>({ ...wishes, locales: venue?.siteLocales ?? PAGE_LOCALES });
  return { asked, locale: asked === "nl" ? spokenForDutch(venue) : asked };
}

/** What an address chose of the site's languages, to be kept for a year; undefined where it chose none of them. */
export function chosenLanguage(venue: Venue | null, query: string | null): SiteLocale | undefined {
  const listed: readonly SiteLocale[] = venue?.siteLocales ?? PAGE_LOCALES;
  return listed.find((one) => one === query);
}

/** The venue as who asks for Dutch sees it: its opening hours are in that language, whatever its country (G20). */
export function inDutch(venue: Venue): Venue {
  return { ...venue, policy: { ...venue.policy, hoursLocale: "nl" } };
}

function spokenForDutch(venue: Venue | null): Locale {
  const spoken = venue?.locales ?? PAGE_LOCALES;
  return spoken.find((one) => one === "fr") ?? spoken[0] ?? "fr";
}
