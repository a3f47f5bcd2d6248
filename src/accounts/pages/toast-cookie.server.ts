/** A toast for the next page. It is a cookie, because that page may come from the cache, which is the same for every visitor. */
export function toastCookie(text: string): string {
  return `toast=${encodeURIComponent(text)}; Path=/; Max-Age=60; SameSite=Lax`;
}
