/**
 * The value of a cookie in a Cookie header or `document.cookie`, as it was written: not decoded. The first one counts where a name comes
 * twice. Undefined without the cookie. Browser-safe.
 */
export function cookieIn(cookies: string | null | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(cookies ?? "")?.[1];
}
