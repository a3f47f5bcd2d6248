import { PAGE_LOCALES, type Locale } from "./contract.ts";
import { GROUP } from "./group.ts";
import { groupOrigin, venueOrigin } from "./origins.server.ts";
import type { PageRequest } from "./page-request.server.ts";
import type { Venue } from "./venue.ts";

/** What a page tells search engines, browsers and social networks. */
export type PageHead = {
  title: string;
  description: string | null;
  isListed: boolean;
  canonical: string;
  alternates: { locale: string; href: string }[];
  siteName: string;
  ogLocale: string;
  image: string | null;
};

type HeadRequest = Pick<PageRequest, "world" | "locale" | "namedLocale" | "made">;

const OG_LOCALES = { fr: "fr_FR", en: "en_GB" } as const;

/** The head of a venue's page. `path` is the canonical path, without query. The structured data goes into the document. */
export function venueHead(
  { world, locale, namedLocale, made }: HeadRequest,
  venue: Venue,
  page: {
    path: string;
    title: string;
    siteName: string;
    description: string | null;
    image: string | null;
    structuredData: object[];
  },
): PageHead {
  made.structuredData.push(...page.structuredData);
  return {
    ...headOf(`${venueOrigin(world, venue)}${page.path}`, { locale, namedLocale }, venue.locales),
    title: page.title,
    description: page.description,
    isListed: venue.isVisible,
    siteName: page.siteName,
    image: page.image,
  };
}

/** The head of the group's front page. `image` is an absolute address. */
export function groupHead(
  { world, locale, namedLocale, made }: HeadRequest,
  { structuredData, ...page }: { title: string; description: string; image: string | null; structuredData: object[] },
): PageHead {
  made.structuredData.push(...structuredData);
  return {
    ...headOf(`${groupOrigin(world)}/`, { locale, namedLocale }, PAGE_LOCALES),
    ...page,
    isListed: true,
    siteName: GROUP.brand,
  };
}

/**
 * Each language version is canonical to itself: the address without a language is the default one, which chooses by the visitor.
 * Other parameters are not part of a canonical address.
 */
function headOf(
  url: string,
  { locale, namedLocale }: Pick<HeadRequest, "locale" | "namedLocale">,
  locales: readonly Locale[],
) {
  return {
    canonical: namedLocale === null ? url : inLanguage(url, namedLocale),
    alternates: alternatesOf(url, locales),
    ogLocale: OG_LOCALES[locale],
  };
}

/** The language versions of a page, and the one that chooses by the visitor (`x-default`). */
export function alternatesOf(url: string, locales: readonly Locale[]): { locale: string; href: string }[] {
  return [...locales.map((locale) => ({ locale, href: inLanguage(url, locale) })), { locale: "x-default", href: url }];
}

function inLanguage(url: string, locale: Locale): string {
  return `${url}?locale=${locale}`;
}
