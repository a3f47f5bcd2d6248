import { redirect } from "react-router";
import * as paths from "../paths.ts";

/**
 * For a minute it tells the script of the next page that the visitor asked for an address that does not exist. It is the same for
 * everybody, so that the redirect can be kept, and the page that it leads to is not changed by it.
 */
export const MISSING_COOKIE = "missing=1; Path=/; Max-Age=60; SameSite=Lax";

/** Leads from an address without a page to Home, which says so. */
export function missingPage(): Response {
  return redirect(paths.home, { headers: { "Set-Cookie": MISSING_COOKIE } });
}
