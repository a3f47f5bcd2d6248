import { redirect } from "react-router";
import * as paths from "../paths.ts";

/**
 * A cookie that for a minute tells the script of the next page that the visitor asked for an address that does not exist. It is the
 * same for everybody, so that the redirect can be cached, and it does not change the page to which that leads.
 */
export const MISSING_COOKIE = "missing=1; Path=/; Max-Age=60; SameSite=Lax";

/** Redirects an address without a page to Home, which says that there is none. */
export function missingPage(): Response {
  return redirect(paths.home, { headers: { "Set-Cookie": MISSING_COOKIE } });
}
