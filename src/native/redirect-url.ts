const LENGTH_MAX = 2_048;
const INVISIBLE = /[\s\p{Cc}\p{Cf}\\]/u;

/**
 * The address that the app asked to be led back to, or null where it is no address of that app (G80, T30): its protocol is the
 * app's own scheme exactly, `//` follows, nobody's name or password stands in it, and nothing invisible.
 */
export function appAddress(text: string | null, scheme: string): URL | null {
  if (text === null || text.length > LENGTH_MAX || INVISIBLE.test(text)) return null;
  if (!text.startsWith(`${scheme}://`) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOurs = url.protocol === `${scheme}:` && url.username === "" && url.password === "";
  return isOurs && !text.slice(0, text.search(/[?#]|$/)).includes("@") ? url : null;
}

/** The same with the session's token; an existing query and fragment stay. */
export function withToken(address: URL, token: string): string {
  const url = new URL(address);
  url.searchParams.set("token", token);
  return url.href;
}
