import { canonicalPath } from "../platform/page-cache/address.ts";
import type { GateTarget } from "./gates.ts";

/**
 * The addresses of the member area and of its popups' forms. Links, redirects and tests use them; `routes.ts` maps them to modules.
 * Browser-safe.
 */
export const memberPaths = {
  logIn: "/me-connecter",
  register: "/creer-un-compte",
  registerForm: "/creer-un-compte-form",
  recover: "/recuperer-mon-mot-de-passe",
  reset: "/nouveau-mot-de-passe",
  confirmEmail: "/email-confirmation",
  /** The pages behind the links of a change of address: for the new address, and for the old one. */
  newAddress: "/nouvelle-adresse",
  addressChange: "/changement-adresse",
  phone: "/phone-define",
  pseudo: "/pseudo",
  nativeLogIn: "/native-me-connecter",
  nativeSession: "/native-session",
  /** Where the forms of the account and menu popups post to, one address for each subject. */
  account: "/mon-compte",
  logOut: "/me-deconnecter",
  /** Every movement of the member's loyalty euros. */
  statement: "/players-plus/releve",
  /** Where the forms of an open wallet post to; the popup is its page. */
  wallet: "/portefeuille",
  avatar: "/mon-compte/photo",
  data: "/mon-compte/donnees",
  /** Social log-in: `/connexion/google` leads to the provider, `/connexion/google/retour` is the return. */
  social: (provider: "google" | "apple" | "facebook") => `/connexion/${provider}`,
  /** Asks for the account's password once, to link a social log-in to it. */
  linkProvider: "/connexion/relier",
  socialReturn: (provider: "google" | "apple" | "facebook") => `/connexion/${provider}/retour`,
} as const;

/** Pages that are never cached, because they depend on the visitor or hold a form. Only these documents accept a POST. */
const UNCACHED =
  /^\/(me-connecter|creer-un-compte(-form)?|recuperer-mon-mot-de-passe|nouveau-mot-de-passe|email-confirmation|nouvelle-adresse|changement-adresse|phone-define|pseudo|native-me-connecter|native-session|me-deconnecter|mon-compte(\/[a-z]+)?|session(\/menu)?|portefeuille|ma-carte|players-plus(\/(create|link|releve))?|connexion\/[a-z]+(\/retour)?)$/;

/** True for every spelling of a member page's path that the router accepts. */
export function isMemberPath(path: string): boolean {
  return UNCACHED.test(canonicalPath(path));
}

/** The resources that tell who is logged in. They are never cached. */
export function isSessionPath(path: string): boolean {
  return /^\/session(\/menu)?$/.test(canonicalPath(path));
}

/**
 * The pages of the member area that say nothing about anybody before a log-in. A browser may keep them for its Back button, with
 * what was typed. All others belong to a member, or their address holds a token.
 */
export function isOpenPage(path: string): boolean {
  return /^\/(players-plus|me-connecter|creer-un-compte(-form)?|recuperer-mon-mot-de-passe)$/.test(canonicalPath(path));
}

/** The only page with a scanner, whose decoder needs WebAssembly. */
export function readsCards(path: string): boolean {
  return canonicalPath(path) === "/players-plus/link";
}

/** The only page of the member area whose texts staff edit in place: the programme's landing page. */
export function isEditedInPlace(path: string): boolean {
  return canonicalPath(path) === "/players-plus";
}

/** Apple returns by a form post from its own origin. The state and the nonce protect this address instead of the Origin check. */
export function takesForeignPost(path: string): boolean {
  return canonicalPath(path) === memberPaths.socialReturn("apple");
}

/** The popups that the `popup` parameter can open over a page. */
export type Popup = "Menu" | "Account" | "Card" | "Offers" | "Cashless";

/** The address of a popup over Home. */
export function popupHref(popup: Popup): string {
  return popupOver("/", popup);
}

/** The address of a popup over any page, given as path and query. */
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

/** Where a closed gate leads, with the way back. `current` is path and query. */
export function gateHref(target: GateTarget, current: string): string {
  return withRedirect(GATE_PATHS[target], current);
}

/** An address that returns to `current` when its flow is done. */
export function withRedirect(href: string, current: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}redirect=${encodeURIComponent(current)}`;
}
