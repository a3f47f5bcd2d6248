/**
 * Addresses that are always loaded as documents: they have another security policy or a side effect, or lead off the site. The
 * router never fetches their data, neither when leading to them nor when leaving them.
 */
const DOCUMENTS =
  /^\/(desk|adminAuth|api|media(?!\/rules\/)|assets|webhooks)(\/|$)|^\/(me-connecter|me-deconnecter|native-me-connecter|native-session|consent|offline|stopped|sitemap\.xml|robots\.txt)$|^\/connexion\/|^\/players-plus\/link$|^\/mon-compte\/donnees$/i;

/** True when a link to this address of the site must load a document: it is in the list, or it chooses a language. */
export function isDocumentAddress(href: string): boolean {
  const { pathname, searchParams } = new URL(href, "http://page");
  return DOCUMENTS.test(pathname) || searchParams.has("locale");
}
