const LENGTH_MAX = 2_048;
const INVISIBLE = /[\s\p{Cc}\p{Cf}\\]/u;

/**
 * The address of the app to return to, or null for any other address. It must have the app's scheme exactly, then `//`, without user
 * name, password or invisible characters: they would let a hostile app or site receive the session.
 */
export function appAddress(text: string | null, scheme: string): URL | null {
  if (text === null || text.length > LENGTH_MAX || INVISIBLE.test(text)) return null;
  if (!text.startsWith(`${scheme}://`) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isOurs = url.protocol === `${scheme}:` && url.username === "" && url.password === "";
  return isOurs && !text.slice(0, text.search(/[?#]|$/)).includes("@") ? url : null;
}

/** Adds the session's token to the address; its query and fragment stay. */
export function withToken(address: URL, token: string): string {
  const url = new URL(address);
  url.searchParams.set("token", token);
  return url.href;
}
