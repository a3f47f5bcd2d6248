import type { IncomingMessage, ServerResponse } from "node:http";
import { openPopupGate } from "../../member-area/popup-gate.server.ts";
import { cookieToken, SESSION_COOKIE } from "../../accounts/sessions/sessions.server.ts";
import { OPERATOR_COOKIE } from "../../staff/access.server.ts";
import { encodingOf } from "../../platform/http/encoding.server.ts";
import { REQUEST_ID_HEADER } from "../../platform/request-id.server.ts";
import { requestCounter } from "../../platform/http/request-metrics.server.ts";
import { isDecodable, pageAddress } from "../../platform/page-cache/address.ts";
import { bytesIn } from "../../platform/page-cache/bytes.server.ts";
import { answerHeaders, gateAnswer, redirectEarly, matches, respelled, withCookies } from "./page-answer.server.ts";
import { openRecompression } from "../../platform/page-cache/recompression.server.ts";
import { openPageCache, type CachedPage, type PageCache } from "../../platform/page-cache/cache.server.ts";
import type { PageRoutes } from "../../platform/http/page-routes.server.ts";
import { securityHeaders } from "../../platform/http/security-headers.server.ts";
import type { World } from "../../platform/world.ts";
import type { PageRender } from "./page-render.server.ts";
import { localeCookieOf } from "../../venues/language/locale.server.ts";
import { withoutPopup } from "../../member-area/popup-address.server.ts";
import { MISSING_COOKIE } from "../../venues/document/missing-page.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import type { VisitorLookup } from "../../accounts/visitor-lookup.server.ts";
import { type PageKey, type EncodedPageKey, pageKeyOfRequest } from "./page-key.server.ts";
import { openRememberedRequests } from "./remembered-requests.server.ts";
import { openPageFilling } from "./page-filling.server.ts";

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
 * per miss; policy, ETag and encodings are made then.
 */
export function openPageHandler(
  world: World,
  table: VenueTable,
  { renderPage, visitors, pageRoutes }: { renderPage: PageRender; visitors: VisitorLookup; pageRoutes: PageRoutes },
): PageHandler {
  const cache = openPageCache(() => world.now().getTime());
  const recompression = openRecompression((key, page) => cache.get(key) === page);
  const secure = securityHeaders(world.config);
  const popupGate = openPopupGate(world, table);
  const { fill, own } = openPageFilling(world, renderPage);

  return {
    cache,
    askedBy: pageKeyOfRequest,
    isReady(request, venue) {
      const wanted = pageKeyOfRequest(request, venue);
      const isOwn = wanted?.popup != null && cookieToken(request) !== null;
      return wanted !== null && !isOwn && cache.get(wanted.key) !== undefined;
    },
    page: (venue, wanted) => cache.fill(wanted.key, () => fill(venue, wanted)),
    fast: openFastPages(world, cache, openRememberedRequests(table, pageRoutes)),
    async answer(request, venue) {
      const header = (name: string) => request.headers.get(name) ?? undefined;
      const wanted = pageKeyOfRequest(request, venue);
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
      if (visitor !== null && venue !== null && page.status === 200) {
        const chosen = asked.chosen === null ? [] : [localeCookieOf(asked.chosen)];
        return withCookies(await own(request, visitor, venue, asked), [...visitor.cookies, ...chosen]);
      }
      world.metrics.count('pages_total{from="render"}');
      if (encoding === "brotli" && page.brotli === null) recompression.later(wanted.key, page);
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

function openFastPages(
  world: World,
  cache: PageCache,
  askedBy: ReturnType<typeof openRememberedRequests>,
): PageHandler["fast"] {
  return (request, response, id) => {
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
  };
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
