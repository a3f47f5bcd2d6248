import type { GateTarget } from "./gates.ts";

/**
 * Addresses of the member area (section 2.2) and of the forms of its popups. Links, redirects and tests take them from here;
 * routes.ts maps them to modules. Browser-safe.
 */
export const memberPaths = {
  logIn: "/me-connecter",
  register: "/creer-un-compte",
  registerForm: "/creer-un-compte-form",
  recover: "/recuperer-mon-mot-de-passe",
  reset: "/nouveau-mot-de-passe",
  confirmEmail: "/email-confirmation",
  /** Where the links of a change of address lead: those of the new one, and those of the one that the account has (G71). */
  newAddress: "/nouvelle-adresse",
  addressChange: "/changement-adresse",
  phone: "/phone-define",
  pseudo: "/pseudo",
  nativeLogIn: "/native-me-connecter",
  nativeSession: "/native-session",
  /** Where the forms of popup=Account and popup=Menu post to, one address for each thing that a member may do there. */
  account: "/mon-compte",
  logOut: "/me-deconnecter",
  /** Every movement of the member's loyalty euros. */
  statement: "/players-plus/releve",
  /** What an unlocked wallet posts to; its popup is the page (section 2.7). */
  wallet: "/portefeuille",
  avatar: "/mon-compte/photo",
  data: "/mon-compte/donnees",
  /** Log-in by a provider: `/connexion/google` leads there, `/connexion/google/retour` comes back. */
  social: (provider: "google" | "apple" | "facebook") => `/connexion/${provider}`,
  /** Where the account's password is asked for, once, to link a provider's log-in to it (G59). */
  linkProvider: "/connexion/relier",
  socialReturn: (provider: "google" | "apple" | "facebook") => `/connexion/${provider}/retour`,
} as const;

/** Pages that are never kept: they know who asks, or have a form. The only documents that take a POST. */
const UNCACHED =
  /^\/(me-connecter|creer-un-compte(-form)?|recuperer-mon-mot-de-passe|nouveau-mot-de-passe|email-confirmation|nouvelle-adresse|changement-adresse|phone-define|pseudo|native-me-connecter|native-session|me-deconnecter|mon-compte(\/[a-z]+)?|session(\/menu)?|portefeuille|ma-carte|players-plus(\/(create|link|releve))?|connexion\/[a-z]+(\/retour)?)$/;

/** True for every spelling of a page of the member area that the router would take for it. */
export function isMemberPath(path: string): boolean {
  return UNCACHED.test(plain(path));
}

/** The resources that say who is logged in: nothing of them is ever kept. */
export function isSessionPath(path: string): boolean {
  return /^\/session(\/menu)?$/.test(plain(path));
}

/** The one page with a scanner, whose decoder is WebAssembly. */
export function readsCards(path: string): boolean {
  return plain(path) === "/players-plus/link";
}

/** The one page of the member area whose texts staff edit in place: the programme's landing page. */
export function isEditedInPlace(path: string): boolean {
  return plain(path) === "/players-plus";
}

/** Apple posts its answer from its own origin (spec/providers.md 4); what it brings is judged by state and nonce alone. */
export function takesForeignPost(path: string): boolean {
  return plain(path) === memberPaths.socialReturn("apple");
}

/** What the address of any page may open over it (section 2.3). */
export type Popup = "Menu" | "Account" | "Card" | "Offers" | "Cashless";

/** The address of a popup over Home (section 2.3). */
export function popupHref(popup: Popup): string {
  return popupOver("/", popup);
}

/** The address of a popup over any page, given by path and query. */
export function popupOver(address: string, popup: Popup): string {
  return `${address}${address.includes("?") ? "&" : "?"}popup=${popup}`;
}

const GATE_PATHS: Record<GateTarget, string> = {
  Login: memberPaths.logIn,
  Register: memberPaths.register,
  Menu: popupHref("Menu"),
  PhoneDefine: memberPaths.phone,
  EnrollmentChoice: "/players-plus",
};

/** Where a closed gate leads, with the way back to where the visitor was (section 2.3). `current` is path and query. */
export function gateHref(target: GateTarget, current: string): string {
  return withRedirect(GATE_PATHS[target], current);
}

/** An address that comes back to `current` once its own business is done. */
export function withRedirect(href: string, current: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}redirect=${encodeURIComponent(current)}`;
}

function plain(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase().replace(/\/+$/, "");
  } catch {
    return path;
  }
}
