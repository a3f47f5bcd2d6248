import { localeCookieOf } from "../venues/language/locale.server.ts";
import { CODING, encodingOf } from "../platform/http/encoding.server.ts";
import { canonicalPath, pageAddress } from "../platform/page-cache/address.ts";
import { compressedOnce } from "../platform/page-cache/bytes.server.ts";
import type { CachedPage } from "../platform/page-cache/cache.server.ts";
import type { EncodedPageKey } from "./page-key.server.ts";

const SUFFIX = { brotli: "br", gzip: "gz", identity: "id" } as const;

/**
 * The headers of one answer with a page's bytes: the page's own, the ETag of the encoding, and the cookie of a chosen language. `now` is
 * in epoch milliseconds.
 */
export function answerHeaders(
  page: CachedPage,
  length: number,
  asked: EncodedPageKey,
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

/** How many seconds a browser may reuse a page's data without asking, so that Back and prefetching cost nothing. */
const DATA_SECONDS = 60;

/** The Cache-Control of data: private, and not longer than the page is valid. Not reusable if it is not cached or belongs to a popup. */
function dataCaching(page: CachedPage, { popup }: EncodedPageKey, now: number): string {
  const seconds = Math.min(DATA_SECONDS, Math.floor((page.validUntil - now) / 1000));
  const isLasting = popup === null && page.status === 200 && page.isCacheable && seconds > 0;
  return isLasting ? `private, max-age=${seconds}` : "private, no-cache";
}

/** True if If-None-Match names this page in any encoding. */
export function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(`"${etag}-`));
}

/**
 * Redirects without rendering: for an unknown popup, an undecodable path, or a page that the visitor may not see. For the router's data
 * request it is an answer that makes the router load a document.
 */
export function redirectEarly(address: string, secure: [string, string][], { isData }: { isData: boolean }): Response {
  // Two slashes or a backslash at the start would lead to another host.
  const location = address.replace(/^[/\\]+/, "/");
  const headers = new Headers([...secure, ["Cache-Control", isData ? "private, no-cache" : "no-cache"]]);
  return redirectAnswer(location, { status: 302, isData, headers });
}

/** Redirects whoever may not see a page of members. It depends on who asks, so it is stored nowhere. */
export function gateAnswer(gate: string, secure: [string, string][], asked: { isData: boolean }): Response {
  const answer = redirectEarly(gate, secure, asked);
  answer.headers.set("Cache-Control", "private, no-store");
  return answer;
}

/** Redirects another spelling of a page's path to the one that is rendered and cached. */
export function respelled(request: Request, secure: [string, string][]): Response {
  const { pathname, search: given } = new URL(request.url);
  const { path, search, isData } = pageAddress(pathname + given);
  const headers = new Headers([...secure, ["Cache-Control", isData ? "private, no-cache" : "no-cache"]]);
  return redirectAnswer(canonicalPath(path) + search, { status: 301, isData, headers });
}

type Redirect = { status: number; isData: boolean; headers: Headers };

/** Redirects to another address. For a data request it makes the router load the address as a document. */
export function redirectAnswer(location: string, { status, isData, headers }: Redirect): Response {
  headers.set(isData ? "X-Remix-Redirect" : "Location", location);
  if (isData) {
    headers.set("X-Remix-Status", String(status));
    headers.set("X-Remix-Reload-Document", "true");
  }
  return new Response(null, { status: isData ? 204 : status, headers });
}

/** Adds the cookies of a session that was renewed, or has ended, to the answer. */
export function withCookies(answer: Response, cookies: string[]): Response {
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

/** An answer that is not cached, compressed as its client wants it. */
export async function compressedAnswer(
  request: Request,
  body: Buffer,
  { status, headers }: { status: number; headers: Headers },
): Promise<Response> {
  const encoding = encodingOf(request.headers.get("accept-encoding") ?? undefined);
  if (encoding !== "identity") headers.set("Content-Encoding", CODING[encoding]);
  const bytes = request.method === "HEAD" ? null : new Uint8Array(await compressedOnce(body, encoding));
  return new Response(bytes, { status, headers });
}

/** The address of a page, or of the page whose data are asked for. */
export function addressOf(request: Request) {
  const { pathname, search } = new URL(request.url);
  return pageAddress(pathname + search);
}

/** The error pages of forms that cannot be read. */
export const REFUSED_FORM = { 400: "bad-form", 413: "large-form", 415: "no-form" } as const;
