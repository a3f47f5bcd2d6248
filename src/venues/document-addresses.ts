/**
 * Pages that are always loaded as documents: they have another security policy, an effect, or lead off the site. The router
 * never fetches their data, in or out.
 */
const DOCUMENTS =
  /^\/(desk|adminAuth|api|media(?!\/rules\/)|assets|webhooks)(\/|$)|^\/(me-connecter|me-deconnecter|native-me-connecter|native-session|consent|sitemap\.xml|robots\.txt)$|^\/connexion\/|^\/players-plus\/link$|^\/mon-compte\/donnees$/i;

/** Pages that hydrate; the others are reached by documents until they do. */
const HYDRATED: RegExp[] = [
  /^\/$|^\/(restauration|activite|meetings-events)(\/|$)/,
  /^\/(players-plus(\/(create|releve))?|ma-carte)$/,
  /^\/(cgu|legal-notices|politique-de-confidentialite|index-egalite-professionnelle|concept-social|players-plus-ch|players-plus\/reglement)$/,
  /^\/(agenda|spectacles)(\/|$)/,
  /^\/jeux(\/|$)/,
  /^\/media\/rules\//,
  /^\/(me-connecter|creer-un-compte(-form)?|recuperer-mon-mot-de-passe|nouveau-mot-de-passe|email-confirmation|nouvelle-adresse|changement-adresse|phone-define|pseudo|mon-compte(\/photo)?)$/,
];

/** True where a link to this address of the site loads a document: it is on the list, or it chooses a language. */
export function isDocumentAddress(href: string): boolean {
  const { pathname, searchParams } = new URL(href, "http://page");
  return DOCUMENTS.test(pathname) || searchParams.has("locale") || !HYDRATED.some((page) => page.test(pathname));
}
