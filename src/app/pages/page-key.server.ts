import { localeInCookie } from "../../venues/language/locale.server.ts";
import { FILTER_QUERY } from "../../agenda/pages/filters.ts";
import { canonicalPath, pageAddress } from "../../platform/page-cache/address.ts";
import { keptQuery, popupIn } from "../../member-area/popup-address.server.ts";
import type { Locale, SiteLocale } from "../../venues/contract.ts";
import { chosenLanguage, languageOf } from "../../venues/language/language.ts";
import * as paths from "../../venues/paths.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Encoding } from "../../platform/http/encoding.server.ts";

/** The query parameters that reach a page, by its path, with their allowed values. All others are ignored, so they make no new page. */
const QUERIES: Record<string, [name: string, value: RegExp][]> = {
  [paths.agenda]: [FILTER_QUERY],
  [paths.shows]: [FILTER_QUERY],
  [paths.jackpots]: [
    ["tab", /^(week|month)$/],
    ["slot", /^\d{1,9}$/],
  ],
};
/** The queries that a page reads on the group's own hosts. */
const GROUP_QUERIES: typeof QUERIES = { [paths.home]: [["country", /^(fr|ch|be)$/]] };
/** The rest of a longer query is ignored. */
const QUERY_LENGTH_MAX = 2_049;

/** What identifies a page. Nothing else of a request influences a cached page. */
export type PageKey = {
  path: string;
  locale: Locale;
  /** The language that the address names, which is then part of the page's canonical address. */
  namedLocale: Locale | null;
  popup: string | null;
  query: URLSearchParams;
  /** The popup's own parameters, which the page under it does not see. */
  popupQuery: URLSearchParams;
  /** The language chosen by the address, to be stored in a cookie for a year. Null if it chose none. */
  chosen: SiteLocale | null;
  /** True if the opening hours are in Dutch because the visitor asked for it, not because the country's are. */
  isDutch: boolean;
  key: string;
  /** True for the router's data of the page (`/agenda.data`). */
  isData: boolean;
  /** True if the address spells the path in another way (`/AGENDA/`). Where there is such a page, it is redirected to it. */
  isRespelled: boolean;
};

export type EncodedPageKey = PageKey & { encoding: Encoding };

/** What a request asks for; null if its popup is unknown, so that the address is redirected. */
export function pageKeyOf(
  venue: Venue | null,
  { url, cookie, acceptLanguage }: { url: string; cookie: string | undefined; acceptLanguage: string | undefined },
): PageKey | null {
  const { path: given, search, isData } = pageAddress(url);
  const path = canonicalPath(given);
  const query = search === "" ? null : new URLSearchParams(search.slice(1, QUERY_LENGTH_MAX));
  const wanted = query?.get("locale") ?? null;
  const { asked, locale } = languageOf(venue, { query: wanted, cookie: localeInCookie(cookie), acceptLanguage });
  const isDutch = asked === "nl" && venue?.policy.hoursLocale === "page";
  const opened = popupIn(query);
  if (opened === null) return null;
  const { popup, popupQuery } = opened;
  // The other popups belong to members: they are rendered for one answer, over the same page.
  const sheet = popup === "Menu" ? popup : null;
  const kept = keptQuery(query, (venue === null ? GROUP_QUERIES : QUERIES)[path] ?? []);
  const chosen = chosenLanguage(venue, wanted) ?? null;
  const namedLocale = chosen === null ? null : locale;
  return {
    path,
    locale,
    namedLocale,
    popup,
    query: kept,
    popupQuery,
    chosen,
    isDutch,
    key: `${venue?.slug ?? ""}\n${path}\n${isDutch ? asked : locale}\n${namedLocale ?? ""}\n${sheet ?? ""}\n${kept}\n${isData ? "data" : ""}`,
    isData,
    isRespelled: path !== given,
  };
}

/** The key of the page that a request of the app asks for. */
export function pageKeyOfRequest(request: Request, venue: Venue | null): PageKey | null {
  const { pathname, search } = new URL(request.url);
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const url = pathname + search;
  return pageKeyOf(venue, { url, cookie: header("cookie"), acceptLanguage: header("accept-language") });
}
