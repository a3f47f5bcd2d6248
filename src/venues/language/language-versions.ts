import type { Locale } from "../contract.ts";

/** The languages of pages as social networks write them. */
export const OG_LOCALES = { fr: "fr_FR", en: "en_GB" } as const;

/** The language versions of a page, and the one that chooses by the visitor (`x-default`). `url` is without query. */
export function alternatesOf(url: string, locales: readonly Locale[]): { locale: string; href: string }[] {
  return [...locales.map((locale) => ({ locale, href: inLanguage(url, locale) })), { locale: "x-default", href: url }];
}

/** The canonical address of the version that an address names; without a language it is the default one. */
export function canonicalOf({ url, namedLocale }: { url: string; namedLocale: Locale | null }): string {
  return namedLocale === null ? url : inLanguage(url, namedLocale);
}

function inLanguage(url: string, locale: Locale): string {
  return `${url}?locale=${locale}`;
}
