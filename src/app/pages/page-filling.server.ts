import { GROUP } from "../../venues/group.ts";
import { validUntil } from "../../venues/document/date-tags.ts";
import type { Visitor } from "../../accounts/page-visitor.server.ts";
import { snapshotOwner } from "../../loyalty/offline-card/snapshot.server.ts";
import { OWNER_HEADER } from "../../loyalty/offline-card/store.ts";
import { dataBytes, pageBytes, makeEntryInert } from "../../platform/page-cache/bytes.server.ts";
import type { CachedPage } from "../../platform/page-cache/cache.server.ts";
import { newNonce, noncePolicy, securityHeaders } from "../../platform/http/security-headers.server.ts";
import type { World } from "../../platform/world.ts";
import { compressedAnswer } from "./page-answer.server.ts";
import type { PageRender } from "./page-render.server.ts";
import type { Locale } from "../../venues/contract.ts";
import { inDutch } from "../../venues/language/language.ts";
import { SPECULATION_RULES } from "../../venues/document/speculation-rules.ts";
import type { Venue } from "../../venues/venue.ts";
import type { PageKey, EncodedPageKey } from "./page-key.server.ts";

/** Renders pages to bytes: for everybody, or with a member's popup for one answer. */
export function openPageFilling(world: World, renderPage: PageRender) {
  const secure = securityHeaders(world.config);

  /** The page as everybody gets it. */
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
    const bytes = isData
      ? dataBytes(text)
      : pageBytes(text, { media: world.config.mediaUrl, scripts: [SPECULATION_RULES] });
    const location = response.headers.get("Location");
    const properties = { location, robots: robotsOf(venue, response.headers) };
    const cookies = isRedirect(response) ? response.headers.getSetCookie() : [];
    return {
      ...bytes,
      status: response.status,
      headers: [
        ...(isData
          ? dataHeaders(secure, locale)
          : pageHeaders(secure, locale, { policy: bytes.policy, ...properties })),
        ...cookies.map((cookie) => ["Set-Cookie", cookie] as [string, string]),
      ],
      isCacheable: made.isCacheable,
      tags: [...made.tags],
      validUntil: validUntil(world.now(), made.changeTimes, venue?.policy.timeZone ?? GROUP.timeZone).getTime(),
    };
  }

  /**
   * The page with a member's popup, rendered by the same routes for this answer alone: with a nonce, and not cached.
   */
  async function own(request: Request, visitor: Visitor, venue: Venue, wanted: EncodedPageKey): Promise<Response> {
    const { locale, isData } = wanted;
    const nonce = newNonce(world);
    const { response } = await renderPage({ ...wanted, venue, nonce, visitor });
    const policy = noncePolicy({ nonce, media: world.config.mediaUrl });
    const answered = new Headers(
      isData ? dataHeaders(secure, locale) : pageHeaders(secure, locale, { policy, location: null, robots: null }),
    );
    answered.set("Cache-Control", "private, no-store");
    if (visitor.member !== null) answered.set(OWNER_HEADER, snapshotOwner(world, visitor.member.accountId));
    const location = response.headers.get("Location");
    if (location !== null) answered.set("Location", location);
    world.metrics.count('pages_total{from="member"}');
    const text = await response.text();
    const body = Buffer.from(isData ? text : makeEntryInert(text));
    return compressedAnswer(request, body, { status: response.status, headers: answered });
  }

  return { fill, own };
}

/** The headers of the router's data of a page. */
function dataHeaders(secure: [string, string][], locale: Locale): [string, string][] {
  return [
    ...secure,
    ["Content-Type", "text/x-script"],
    ["X-Remix-Response", "yes"],
    ["Content-Language", locale],
    ["Vary", "Accept-Encoding, Accept-Language, Cookie"],
  ];
}

type PageProperties = { policy: string; location: string | null; robots: string | null };

function pageHeaders(
  secure: [string, string][],
  locale: Locale,
  { policy, location, robots }: PageProperties,
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

/** True for a redirect and for its answer to the router (202). */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400);
}

/** What a page tells search engines. A venue that is not yet visible is not indexed at all. */
function robotsOf(venue: Venue | null, headers: Headers): string | null {
  return venue?.isVisible === false ? "noindex" : headers.get("X-Robots-Tag");
}
