import { decodedText } from "../decoded-text.ts";

/**
 * The guard against open redirects: checks every address that a visitor may give us to go to next (`redirect` and the like).
 * Browser-safe.
 */

const LENGTH_MAX = 2_048;
/** A placeholder for parsing; the result is relative, so any origin does. */
const ORIGIN = "http://site.invalid";

/**
 * The value as a path of this site, `/path?search#hash`, normalised by the URL parser; otherwise the fallback, which is not checked.
 * It refuses everything that is no path (schemes, `//`, user names), backslashes and control characters, the same hidden by one
 * percent-encoding or by dot segments, a malformed percent-encoding, and more than 2048 characters. A safe path passes unchanged, so
 * the guard may be applied twice.
 */
export function safePath(value: unknown, fallback = "/"): string {
  if (typeof value !== "string" || !isPlainPath(value)) return fallback;
  const url = URL.canParse(value, ORIGIN) ? new URL(value, ORIGIN) : undefined;
  if (url?.origin !== ORIGIN) return fallback;
  const path = url.pathname + url.search + url.hash;
  return isPlainPath(path) ? path : fallback;
}

/** Checks the text and its decoded form, because a proxy or browser on the way may decode it once. */
function isPlainPath(text: string): boolean {
  if (text.length > LENGTH_MAX || !isPlain(text)) return false;
  const decoded = decodedText(text);
  return decoded !== null && isPlain(decoded);
}

function isPlain(text: string): boolean {
  return text.startsWith("/") && !text.startsWith("//") && !FORBIDDEN.test(text);
}

/** Backslashes, which browsers treat as slashes, and invisible characters that a parser may drop or treat as a line end. */
const FORBIDDEN = /[\\\p{Cc}\u2028\u2029\ufeff]/u;
