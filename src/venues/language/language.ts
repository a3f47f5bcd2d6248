import { negotiateLocale, type LocaleWishes } from "../../platform/http/locale-negotiation.ts";
import { PAGE_LOCALES, type Locale, type SiteLocale } from "../contract.ts";
import type { Venue } from "../venue.ts";

type Language = {
  /** The language asked for, out of the site's list. */
  asked: SiteLocale;
  /** The language of pages and error texts. */
  locale: Locale;
};

/**
 * Chooses the language of an answer. Only a language of the site's list can be asked for; pages asked for in Dutch are in French.
 * `venue` is null on the group's own hosts.
 */
export function languageOf(venue: Venue | null, wishes: Omit<LocaleWishes<SiteLocale>, "locales">): Language {
  const asked = negotiateLocale<SiteLocale>({ ...wishes, locales: venue?.siteLocales ?? PAGE_LOCALES });
  return { asked, locale: asked === "nl" ? spokenForDutch(venue) : asked };
}

/** The site language that the query chooses, which a cookie keeps for a year; undefined when it names none of the list. */
export function chosenLanguage(venue: Venue | null, query: string | null): SiteLocale | undefined {
  const listed: readonly SiteLocale[] = venue?.siteLocales ?? PAGE_LOCALES;
  return listed.find((one) => one === query);
}

/** The venue for visitors who chose Dutch: its opening hours are then in Dutch, whatever its country. */
export function inDutch(venue: Venue): Venue {
  return { ...venue, policy: { ...venue.policy, hoursLocale: "nl" } };
}

function spokenForDutch(venue: Venue | null): Locale {
  const spoken = venue?.locales ?? PAGE_LOCALES;
  return spoken.find((one) => one === "fr") ?? spoken[0] ?? "fr";
}
