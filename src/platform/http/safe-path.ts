/**
 * The guard of every address that a visitor may hand us to go to next (`redirect` and its like; G19, T29, H1).
 * Browser-safe.
 */

const LENGTH_MAX = 2_048;
/** Any origin does: what comes back is relative. Nothing is ever sent there. */
const ORIGIN = "http://site.invalid";

/**
 * The value as a path of our own site, `/path?search#hash` and nothing before it, in the URL parser's own spelling;
 * otherwise the fallback, which is ours and not checked. Refused are all that is no path (schemes, `//`, user names),
 * backslashes and control characters anywhere, the same hidden behind one percent-encoding or behind dot segments, a
 * broken percent-encoding, and more than 2048 characters. A safe path passes unchanged, so the guard may be applied
 * twice.
 */
export function safePath(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || !isPlainPath(value)) return fallback;
  const url = URL.canParse(value, ORIGIN) ? new URL(value, ORIGIN) : undefined;
  if (url?.origin !== ORIGIN) return fallback;
  const path = url.pathname + url.search + url.hash;
  return isPlainPath(path) ? path : fallback;
}

/** Judges the text and what one decoding makes of it, as some server or browser on the way may decode once. */
function isPlainPath(text: string): boolean {
  if (text.length > LENGTH_MAX || !isPlain(text)) return false;
  const decoded = decodedOnce(text);
  return decoded !== undefined && isPlain(decoded);
}

function isPlain(text: string): boolean {
  return text.startsWith("/") && !text.startsWith("//") && !FORBIDDEN.test(text);
}

/** Backslashes, which browsers read as slashes, and everything invisible that a parser may drop or end a line at. */
const FORBIDDEN = /[\\\p{Cc}\u2028\u2029\ufeff]/u;

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
