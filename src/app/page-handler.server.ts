import type { IncomingMessage, ServerResponse } from "node:http";
import { validUntil } from "../venues/document/date-tags.ts";
import { FILTER_QUERY } from "../agenda/pages/filters.ts";
import { openPopupGate } from "../member-area/popup-gate.server.ts";
import { cookieToken, SESSION_COOKIE } from "../accounts/sessions/sessions.server.ts";
import type { Visitor } from "../accounts/visitor.server.ts";
import { OPERATOR_COOKIE } from "../staff/access.server.ts";
import { OWNER_HEADER, snapshotOwner } from "../loyalty/offline-card/snapshot.server.ts";
import { CODING, encodingOf } from "../platform/http/encoding.server.ts";
import { REQUEST_ID_HEADER } from "../platform/request-id.server.ts";
import { counterStart, requestCounter, type CounterStart } from "./request-metrics.server.ts";
import { canonicalPath, isDecodable, pageAddress } from "../platform/page-cache/address.ts";
import { bytesIn, compressedOnce, dataBytes, pageBytes, makeEntryInert } from "../platform/page-cache/bytes.server.ts";
import {
  answerHeaders,
  gateAnswer,
  redirectEarly,
  matches,
  respelled,
  withCookies,
  type PageKey,
  type EncodedPageKey,
} from "./page-answer.server.ts";
import { openPageRefining } from "../platform/page-cache/refining.server.ts";
import { openPageCache, type CachedPage, type PageCache } from "../platform/page-cache/cache.server.ts";
import { noncePolicy, securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { PageRender } from "./page-render.server.ts";
import { keptQuery, popupIn, withoutPopup } from "../member-area/popup-address.server.ts";
import type { Locale } from "../venues/contract.ts";
import { chosenLanguage, inDutch, languageOf } from "../venues/language/language.ts";
import { SPECULATION_RULES } from "../venues/document/speculation-rules.ts";
import { MISSING_COOKIE } from "../venues/document/missing-page.server.ts";
import * as paths from "../venues/paths.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { Visitors } from "../accounts/visitors.server.ts";

/** The query parameters that reach a page, by its path, with their allowed values. All others are ignored, so they make no new page. */
const QUERIES: Record<string, [name: string, value: RegExp][]> = {
  [paths.agenda]: [FILTER_QUERY],
  [paths.shows]: [FILTER_QUERY],
  [paths.jackpots]: [
    ["tab", /^(week|month)$/],
    ["slot", /^\d{1,9}$/],
  ],
};
/** The same on the group's own hosts. */
const GROUP_QUERIES: typeof QUERIES = { [paths.home]: [["country", /^(fr|ch|be)$/]] };
/** How many request signatures are remembered, and how long one may be in characters. */
const REMEMBERED_MAX = 2_000;
const REMEMBERED_LENGTH_MAX = 500;
/** The rest of a longer query is ignored. */
const QUERY_LENGTH_MAX = 2_049;
const FALLBACK_ZONE = "Europe/Paris";

/** What a raw request asks for, and the beginning of its counter. */
type Remembered = EncodedPageKey & { counter: CounterStart };

export type PageHandler = {
  cache: PageCache;
  /** Writes a cached page or a 304 directly to the socket. Returns false if the app has to answer. */
  fast: (request: IncomingMessage, response: ServerResponse, id: string) => boolean;
  /** Answers a document request from the cache, or renders and caches it. */
  answer: (request: Request, venue: Venue | null) => Promise<Response>;
  /** True if the answer is ready: no page has to be rendered for it. */
  isReady: (request: Request, venue: Venue | null) => boolean;
  /** What a request asks for; null if its address is redirected. */
  askedBy: (request: Request, venue: Venue | null) => PageKey | null;
  /** The page as everybody gets it. */
  page: (venue: Venue | null, asked: PageKey) => Promise<CachedPage>;
};

/**
 * Answers document requests. An anonymous page is cached by venue, path, language and allow-listed popup and query. It is rendered once
 * per miss; policy, ETag and encodings are settled then.
 */
export function openPageHandler(
  world: World,
  table: VenueTable,
  { renderPage, visitors, routeOf }: { renderPage: PageRender; visitors: Visitors; routeOf: (path: string) => string },
): PageHandler {
  const cache = openPageCache(() => world.now().getTime());
  const refining = openPageRefining((key, page) => cache.get(key) === page);
  const secure = securityHeaders(world.config.publicScheme === "https");
  const popupGate = openPopupGate(world, table);
  const remembered = new Map<string, Remembered>();
  let rememberedFor = table.all();

  function asked(
    venue: Venue | null,
    url: string,
    cookie: string | undefined,
    acceptLanguage: string | undefined,
  ): PageKey | null {
    const { path: given, search, isData } = pageAddress(url);
    const path = canonicalPath(given);
    const query = search === "" ? null : new URLSearchParams(search.slice(1, QUERY_LENGTH_MAX));
    const wanted = query?.get("locale") ?? null;
    const { asked, locale } = languageOf(venue, { query: wanted, cookie: localeCookie(cookie), acceptLanguage });
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

  /** The same for a raw request without popups of members. Results are remembered, because most requests are alike. */
  function askedBy({ headers, url = "/" }: IncomingMessage): Remembered | null {
    if (rememberedFor !== table.all()) {
      remembered.clear();
      rememberedFor = table.all();
    }
    const accept = headers["accept-encoding"];
    const locale = localeCookie(headers.cookie);
    const signature = `${headers.host}\n${url}\n${locale}\n${headers["accept-language"]}\n${accept}`;
    const known = remembered.get(signature);
    if (known !== undefined) return known;
    const venue = table.find(headers.host);
    const found = venue === undefined ? null : asked(venue, url, headers.cookie, headers["accept-language"]);
    if (found === null || (found.popup !== null && found.popup !== "Menu")) return null;
    const made = { ...found, encoding: encodingOf(accept), counter: counterStart(venue, routeOf(found.path)) };
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    if (signature.length <= REMEMBERED_LENGTH_MAX) remembered.set(signature, made);
    return made;
  }

  async function fill(venue: Venue | null, wanted: PageKey): Promise<CachedPage> {
    const { path, locale, namedLocale, isDutch, popup, query, isData } = wanted;
    const { response, made } = await renderPage({
      venue: isDutch && venue !== null ? inDutch(venue) : venue,
      locale,
      namedLocale,
      path,
      query,
      popup: popup === "Menu" ? popup : null,
      isData,
    });
    const text = await response.text();
    const bytes = isData ? dataBytes(text) : pageBytes(text, OPTIONS(world.config.mediaUrl));
    const location = response.headers.get("Location");
    const facts = { location, robots: robotsOf(venue, response.headers) };
    const cookies = isRedirect(response) ? response.headers.getSetCookie() : [];
    return {
      ...bytes,
      status: response.status,
      headers: [
        ...(isData ? dataHeaders(locale) : pageHeaders(bytes.policy, locale, facts)),
        ...cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]),
      ],
      isCacheable: made.isCacheable,
      tags: [...made.tags],
      validUntil: validUntil(world.now(), made.edges, venue?.policy.timeZone ?? FALLBACK_ZONE).getTime(),
    };
  }

  /**
   * The page with a member's popup, rendered by the same routes for this answer alone: with a nonce, and not cached.
   */
  async function own(request: Request, visitor: Visitor, venue: Venue, wanted: EncodedPageKey): Promise<Response> {
    const { locale, encoding, isData } = wanted;
    const nonce = Buffer.from(world.random(16)).toString("base64");
    const { response } = await renderPage({ ...wanted, venue, nonce, visitor });
    const policy = noncePolicy({ nonce, media: world.config.mediaUrl });
    const headers = new Headers(
      isData ? dataHeaders(locale) : pageHeaders(policy, locale, { location: null, robots: null }),
    );
    headers.set("Cache-Control", "private, no-store");
    if (visitor.member !== null) headers.set(OWNER_HEADER, snapshotOwner(world, visitor.member.accountId));
    const location = response.headers.get("Location");
    if (location !== null) headers.set("Location", location);
    if (encoding !== "identity") headers.set("Content-Encoding", CODING[encoding]);
    world.metrics.count('pages_total{from="member"}');
    const text = await response.text();
    const body = await compressedOnce(Buffer.from(isData ? text : makeEntryInert(text)), encoding);
    return new Response(request.method === "HEAD" ? null : new Uint8Array(body), { status: response.status, headers });
  }

  function dataHeaders(locale: Locale): [string, string][] {
    return [
      ...secure,
      ["Content-Type", "text/x-script"],
      ["X-Remix-Response", "yes"],
      ["Content-Language", locale],
      ["Vary", "Accept-Encoding, Accept-Language, Cookie"],
    ];
  }

  function pageHeaders(
    policy: string,
    locale: Locale,
    { location, robots }: { location: string | null; robots: string | null },
  ): [string, string][] {
    return [
      ...secure.filter(([name]) => name !== "Content-Security-Policy"),
      ["Content-Security-Policy", policy],
      ["Content-Type", "text/html; charset=utf-8"],
      ["Content-Language", locale],
      ["Cache-Control", "no-cache"],
      ["Vary", "Accept-Encoding, Accept-Language, Cookie"],
      ...(location === null ? [] : [["Location", location] as [string, string]]),
      ...(robots === null ? [] : [["X-Robots-Tag", robots] as [string, string]]),
    ];
  }

  function askedOf(request: Request, venue: Venue | null): PageKey | null {
    const url = new URL(request.url);
    const header = (name: string) => request.headers.get(name) ?? undefined;
    return asked(venue, url.pathname + url.search, header("cookie"), header("accept-language"));
  }

  return {
    cache,
    askedBy: askedOf,
    isReady(request, venue) {
      const wanted = askedOf(request, venue);
      const isOwn = wanted?.popup != null && cookieToken(request) !== null;
      return wanted !== null && !isOwn && cache.get(wanted.key) !== undefined;
    },
    page: (venue, wanted) => cache.fill(wanted.key, () => fill(venue, wanted)),
    fast(request, response, id) {
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const { cookie } = request.headers;
      if (cookie?.includes(OPERATOR_COOKIE) === true) return false;
      const wanted = askedBy(request);
      const page = wanted === null ? undefined : cache.get(wanted.key);
      const body = wanted === null ? null : page?.[wanted.encoding];
      if (wanted === null || page === undefined || !body || wanted.isRespelled) return false;
      const isMember = cookie?.includes(SESSION_COOKIE) === true;
      if (isMember && wanted.popup !== null) return false;
      const isKnown = matches(request.headers["if-none-match"], page.etag);
      world.metrics.count(isKnown ? 'pages_total{from="revalidation"}' : 'pages_total{from="cache"}');
      const status = isKnown ? 304 : page.status;
      world.metrics.count(requestCounter(wanted.counter, status, request.method));
      const headers = writtenHeaders(page, body, wanted, { isKnown, now: world.now().getTime() });
      response.writeHead(status, [...headers, REQUEST_ID_HEADER, id]);
      if (isKnown || request.method === "HEAD") response.end();
      else response.end(body);
      return true;
    },
    async answer(request, venue) {
      const header = (name: string) => request.headers.get(name) ?? undefined;
      const wanted = askedOf(request, venue);
      if (wanted === null)
        return redirectEarly(withoutPopup(request.url), secure, pageAddress(new URL(request.url).pathname));
      if (!isDecodable(wanted.path)) return withCookies(redirectEarly("/", secure, wanted), [MISSING_COOKIE]);
      const encoding = encodingOf(header("accept-encoding"));
      // A cached page is the same for everybody. Who is logged in is answered by /session, which also renews the session's cookie.
      const isHeld = wanted.popup !== null && cookieToken(request) !== null;
      const visitor = isHeld
        ? await visitors.visitorOf(request, { venue, locale: wanted.locale, socketAddress: undefined })
        : null;
      const gate = await popupGate(venue, wanted, visitor?.member ?? null);
      if (gate !== null) return withCookies(gateAnswer(gate, secure, wanted), visitor?.cookies ?? []);
      const page = await cache.fill(wanted.key, () => fill(venue, wanted));
      if (wanted.isRespelled && page.status === 200) return respelled(request, secure);
      const asked = { ...wanted, encoding };
      if (visitor !== null && venue !== null && page.status === 200)
        return withCookies(await own(request, visitor, venue, asked), visitor.cookies);
      world.metrics.count('pages_total{from="render"}');
      if (encoding === "brotli" && page.brotli === null) refining.later(wanted.key, page);
      const body = await bytesIn(page, encoding);
      const isKnown = page.status === 200 && matches(header("if-none-match"), page.etag);
      const hasBody = !isKnown && request.method !== "HEAD";
      return new Response(hasBody ? new Uint8Array(body) : null, {
        status: isKnown ? 304 : page.status,
        headers: answerHeaders(page, body.length, asked, { isKnown, now: world.now().getTime() }),
      });
    },
  };
}

const OPTIONS = (media: string) => ({ media, scripts: [SPECULATION_RULES] });

/** True for a redirect and for its answer to the router (202). */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400);
}

/** What a page tells search engines. A venue that is not yet visible is not indexed at all. */
function robotsOf(venue: Venue | null, headers: Headers): string | null {
  return venue?.isVisible === false ? "noindex" : headers.get("X-Robots-Tag");
}

/** The headers of cached bytes in Node's form, made once, so that a cache hit costs little. */
const written = new WeakMap<Buffer, { whole?: string[]; known?: string[] }>();

function writtenHeaders(
  page: CachedPage,
  body: Buffer,
  asked: EncodedPageKey,
  at: { isKnown: boolean; now: number },
): string[] {
  const make = () => answerHeaders(page, body.length, asked, at).flat();
  if (asked.chosen !== null || asked.isData) return make();
  let made = written.get(body);
  if (made === undefined) written.set(body, (made = {}));
  return at.isKnown ? (made.known ??= make()) : (made.whole ??= make());
}

function localeCookie(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : /(?:^|;\s*)locale=([a-z]{2})(?:;|$)/.exec(cookie)?.[1];
}
