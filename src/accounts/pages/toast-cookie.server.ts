/** What the next page says in passing, once (`start-toast.ts`). A cookie, because that page may be kept bytes that know nobody. */
export function toastCookie(text: string): string {
  return `toast=${encodeURIComponent(text)}; Path=/; Max-Age=60; SameSite=Lax`;
}
