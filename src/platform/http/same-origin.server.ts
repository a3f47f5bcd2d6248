/**
 * True where a write that leans on a cookie comes from this very site: the browser says so by Sec-Fetch-Site, or the Origin's
 * host is the request's own (T28). A missing Origin without Sec-Fetch-Site is an old browser's form or no browser at all.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("origin");
  if (origin === null) return site !== null;
  return URL.canParse(origin) && new URL(origin).host === request.headers.get("host");
}
