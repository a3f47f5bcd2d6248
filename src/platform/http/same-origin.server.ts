/**
 * True if a write authorised by a cookie comes from this site: Sec-Fetch-Site says so, or the Origin's host equals the request's.
 * This protects against CSRF. A request with neither header is refused: no present browser sends one.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("origin");
  if (origin === null) return site !== null;
  return URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
}
