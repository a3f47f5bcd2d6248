import { localeCookieOf } from "../venues/locale.server.ts";
import { CODING, type Encoding } from "../platform/http/encoding.server.ts";
import type { CachedPage } from "../platform/page-cache/cache.server.ts";
import type { Locale, SiteLocale } from "../venues/contract.ts";

/** What a page is asked for; everything else of a request is as good as not there. */
export type Asked = {
  path: string;
  locale: Locale;
  popup: string | null;
  query: URLSearchParams;
  /** What a member's popup is asked for; it reaches the popup alone, never the page under it. */
  popupQuery: URLSearchParams;
  /** The language that the address chose, to be kept for a year (G21); null where it chose none. */
  chosen: SiteLocale | null;
  /** True where the opening hours are Dutch because the visitor asked for it, not because the country's are (G20). */
  isDutch: boolean;
  key: string;
  /** True for the page's data twin (`/agenda.data`). */
  isData: boolean;
};

export type AskedIn = Asked & { encoding: Encoding };

const SUFFIX = { brotli: "br", gzip: "gz", identity: "id" } as const;

/**
 * The headers of one answer with a page's bytes: its own, the ETag of the encoding, and the language where it was chosen. `now` is the
 * instant in milliseconds.
 */
export function answerHeaders(
  page: CachedPage,
  length: number,
  asked: AskedIn,
  { isKnown, now }: { isKnown: boolean; now: number },
): [string, string][] {
  const { encoding } = asked;
  const headers: [string, string][] = [...page.headers, ["ETag", `"${page.etag}-${SUFFIX[encoding]}"`]];
  if (asked.isData) headers.push(["Cache-Control", dataCaching(page, asked, now)]);
  if (!isKnown) {
    headers.push(["Content-Length", String(length)]);
    if (encoding !== "identity") headers.push(["Content-Encoding", CODING[encoding]]);
  }
  if (asked.chosen !== null) headers.push(["Set-Cookie", localeCookieOf(asked.chosen)]);
  return headers;
}

/** How long a browser may use a twin without asking, in seconds: so that Back and prefetch are free. */
const DATA_SECONDS = 60;

/** Private, and never longer than the page is true; asked anew where it is not kept, or the same address may be answered per request. */
function dataCaching(page: CachedPage, { popup }: AskedIn, now: number): string {
  const seconds = Math.min(DATA_SECONDS, Math.floor((page.validUntil - now) / 1000));
  const isLasting = popup === null && page.status === 200 && page.isKept && seconds > 0;
  return isLasting ? `private, max-age=${seconds}` : "private, no-cache";
}

/** True where If-None-Match names this page in any of its encodings. */
export function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(`"${etag}-`));
}

/**
 * For addresses that lead elsewhere without a render: an unknown popup, a path that no page can have, a closed gate. The
 * router takes the answer of a data twin for a redirect that loads a document.
 */
export function leadTo(address: string, secure: [string, string][], { isData }: { isData: boolean }): Response {
  // Two slashes or a backslash at the start would name another host.
  const location = address.replace(/^[/\\]+/, "/");
  const headers = new Headers([...secure, ["Cache-Control", isData ? "private, no-cache" : "no-cache"]]);
  return redirectAnswer(location, { status: 302, isData, headers });
}

type Redirect = { status: number; isData: boolean; headers: Headers };

/** Leads to another address; the router, which asked for a page's data, loads it as a document. */
export function redirectAnswer(location: string, { status, isData, headers }: Redirect): Response {
  headers.set(isData ? "X-Remix-Redirect" : "Location", location);
  if (isData) {
    headers.set("X-Remix-Status", String(status));
    headers.set("X-Remix-Reload-Document", "true");
  }
  return new Response(null, { status: isData ? 204 : status, headers });
}

/** A session whose token was replaced, or which has ended, is told so by the answer that found it out. */
export function withCookies(answer: Response, cookies: string[]): Response {
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}
