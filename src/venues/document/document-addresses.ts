import * as deskPaths from "../../staff/desk-paths.ts";
import * as paths from "../paths.ts";
import { pathTest } from "../../platform/path-test.ts";

/**
 * Addresses that are always loaded as documents: they have another security policy or a side effect, or lead off the site. The
 * router never fetches their data, neither when leading to them nor when leaving them.
 */
const DOCUMENTS = [
  /^\/(adminAuth|api|media(?!\/rules\/)|assets|webhooks)(\/|$)|^\/(consent|offline|stopped|sitemap\.xml|robots\.txt)$/i,
  new RegExp(`^${deskPaths.home}(/|$)`, "i"),
];
const isDocumentPage = pathTest(
  paths.logIn,
  paths.logOut,
  paths.social(":provider"),
  paths.socialReturn(":provider"),
  paths.nativeLogIn,
  paths.nativeSession,
  paths.linkCard,
);

/** True when a link to this address of the site must load a document: it is in the list, or it chooses a language. */
export function isDocumentAddress(href: string): boolean {
  const { pathname, searchParams } = new URL(href, "http://page");
  const isDocument = isDocumentPage(pathname) || DOCUMENTS.some((pattern) => pattern.test(pathname));
  return isDocument || searchParams.has("locale");
}
