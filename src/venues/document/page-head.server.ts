import { PAGE_LOCALES, type Locale } from "../contract.ts";
import { GROUP } from "../group.ts";
import { groupOrigin, venueOrigin } from "../addresses/origins.server.ts";
import type { PageRequest } from "./page-request.server.ts";
import type { Venue } from "../venue.ts";

/** What a page tells search engines, browsers and social networks. */
export type PageHead = {
  title: string;
  description: string | null;
  isListed: boolean;
  /** The address without query, the language that the request's address names, and the page's languages. */
  url: string;
  namedLocale: Locale | null;
  locales: readonly Locale[];
  siteName: string;
  image: string | null;
};

type HeadRequest = Pick<PageRequest, "world" | "namedLocale" | "made">;

/** The head of a venue's page. `path` is the canonical path, without query. The structured data goes into the document. */
export function venueHead(
  { world, namedLocale, made }: HeadRequest,
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
    url: `${venueOrigin(world, venue)}${page.path}`,
    namedLocale,
    locales: venue.locales,
    title: page.title,
    description: page.description,
    isListed: venue.isVisible,
    siteName: page.siteName,
    image: page.image,
  };
}

/** The head of the group's front page. `image` is an absolute address. */
export function groupHead(
  { world, namedLocale, made }: HeadRequest,
  { structuredData, ...page }: { title: string; description: string; image: string | null; structuredData: object[] },
): PageHead {
  made.structuredData.push(...structuredData);
  return {
    url: `${groupOrigin(world)}/`,
    namedLocale,
    locales: PAGE_LOCALES,
    ...page,
    isListed: true,
    siteName: GROUP.brand,
  };
}
