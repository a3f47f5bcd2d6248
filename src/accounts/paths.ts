import * as paths from "../venues/paths.ts";
import { pathTest } from "../platform/path-test.ts";
import type { GateTarget } from "./gates.ts";

const SESSION = [paths.session, paths.sessionMenu];

/** Pages that depend on the visitor or hold a form. */
const MEMBER_PAGES = [
  ...SESSION,
  paths.logIn,
  paths.logOut,
  paths.register,
  paths.registerForm,
  paths.recover,
  paths.reset,
  paths.confirmEmail,
  paths.newAddress,
  paths.addressChange,
  paths.phone,
  paths.pseudo,
  paths.social(":provider"),
  paths.socialReturn(":provider"),
  paths.linkProvider,
  paths.nativeLogIn,
  paths.nativeSession,
  paths.account,
  paths.photo,
  paths.accountDeletion,
  paths.wallet,
  paths.card,
  paths.programme,
  paths.enrollment,
  paths.linkCard,
  paths.statement,
];

/** True for a page of the member area. Such pages are never cached, and only these documents accept a POST. */
export const isMemberPath = pathTest(...MEMBER_PAGES);

/** True for the resources that tell who is logged in. */
export const isSessionPath = pathTest(...SESSION);

/**
 * The pages of the member area that say nothing about anybody before a log-in. A browser may keep them for its Back button, with
 * what was typed. All others belong to a member, or their address holds a token.
 */
export const isOpenPage = pathTest(paths.programme, paths.logIn, paths.register, paths.registerForm, paths.recover);

/** The only page with a scanner, whose decoder needs WebAssembly. */
export const readsCards = pathTest(paths.linkCard);

/** The only page of the member area whose texts staff edit in place: the programme's landing page. */
export const isEditedInPlace = pathTest(paths.programme);

/** Apple returns by a form post from its own origin. The state and the nonce protect this address instead of the Origin check. */
export const acceptsForeignPost = pathTest(paths.socialReturn("apple"));

/** The popups that the `popup` parameter can open over a page. */
export type Popup = "Menu" | "Account" | "Card" | "Offers" | "Cashless";

/** The address of a popup over Home. */
export function popupHref(popup: Popup): string {
  return popupOver(paths.home, popup);
}

/** The address of a popup over any page, given as path and query. */
export function popupOver(address: string, popup: Popup): string {
  return `${address}${address.includes("?") ? "&" : "?"}popup=${popup}`;
}

const GATE_PATHS: Record<GateTarget, string> = {
  Login: paths.logIn,
  Register: paths.register,
  Menu: popupHref("Menu"),
  PhoneDefine: paths.phone,
  EnrollmentChoice: paths.programme,
};

/** Where a closed gate leads, with the way back. `current` is path and query. */
export function gateHref(target: GateTarget, current: string): string {
  return withRedirect(GATE_PATHS[target], current);
}

/** An address that returns to `current` when its flow is done. */
export function withRedirect(href: string, current: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}redirect=${encodeURIComponent(current)}`;
}
