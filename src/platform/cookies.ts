/**
 * The value of a cookie in a Cookie header or `document.cookie`, as it was written: not decoded. The first one whose whole value has this
 * form counts, a regular expression, because a browser may send two of a name. Undefined without one. Browser-safe.
 */
export function cookieIn(cookies: string | null | undefined, name: string, form = "[^;]*"): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=(${form})(?:;|$)`).exec(cookies ?? "")?.[1];
}
