import { localeCookieOf } from "./locale.server.ts";
import { CODING, type Encoding } from "./platform/encoding.server.ts";
import type { CachedPage } from "./platform/page-cache.server.ts";
import type { Locale, SiteLocale } from "./venues/contract.ts";

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
};

export type AskedIn = Asked & { encoding: Encoding };

const SUFFIX = { brotli: "br", gzip: "gz", identity: "id" } as const;

/** The headers of one answer with a page's bytes: its own, the ETag of the encoding, and the language where it was chosen. */
export function answerHeaders(page: CachedPage, length: number, asked: AskedIn, isKnown: boolean): [string, string][] {
  const { encoding } = asked;
  const headers: [string, string][] = [...page.headers, ["ETag", `"${page.etag}-${SUFFIX[encoding]}"`]];
  if (!isKnown) {
    headers.push(["Content-Length", String(length)]);
    if (encoding !== "identity") headers.push(["Content-Encoding", CODING[encoding]]);
  }
  if (asked.chosen !== null) headers.push(["Set-Cookie", localeCookieOf(asked.chosen)]);
  return headers;
}

/** True where If-None-Match names this page in any of its encodings. */
export function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(`"${etag}-`));
}
