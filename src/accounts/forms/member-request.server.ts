import { redirect, redirectDocument, type RouterContextProvider } from "react-router";
import { m } from "../../messages/messages.js";
import { safePath } from "../../platform/http/safe-path.ts";
import { pageRequest, type PageRequest } from "../../venues/document/page-request.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { browserCookie } from "../calls.server.ts";
import { closedGate, type GatedPlace } from "../gates.ts";
import { isIncomplete, gateStateOf, type Member } from "../member.ts";
import { gateHref, popupHref } from "../paths.ts";
import { endedCookie, memberOfToken, sessionCookie } from "../sessions/sessions.server.ts";
import type { Visit } from "../visit.server.ts";
import { pageVisitor, type Visitor } from "../page-visitor.server.ts";
import { toastCookie } from "../pages/toast-cookie.server.ts";

/** The request of a member route: a page request with the visitor. */
export type MemberRequest = Omit<PageRequest, "venue"> & {
  venue: Venue;
  visitor: Visitor;
  visit: Visit;
  member: Member | null;
  /** Path and query, for links that return here. */
  address: string;
};

type Context = Readonly<RouterContextProvider>;

/**
 * The request of a public page of the member area. Redirects to Home on the group's own hosts and where the site hides the member
 * area. Call it first in every loader and every action.
 */
export function memberRequest(context: Context): MemberRequest {
  const request = context.get(pageRequest);
  const { venue, path, query } = request;
  const visitor = context.get(pageVisitor);
  // A spelling of the path that only the router recognises was served by the page cache, which has no visitor.
  if (venue === null || visitor === null || venue.config.account_hidden) throw redirect("/");
  return {
    ...request,
    venue,
    visitor,
    visit: visitor.visit,
    member: visitor.member,
    address: query.size === 0 ? path : `${path}?${query}`,
  };
}

/**
 * The same for pages that exist only while nobody is logged in. Members are redirected to Home as a new document, because another
 * tab may have logged in since the page was drawn.
 */
export function anonymousRequest(context: Context): MemberRequest {
  const request = memberRequest(context);
  if (request.member !== null) throw redirectDocument("/");
  return request;
}

/** The same for pages behind gates. Redirects to the page of the first closed gate, which leads back here later. */
export function loggedInRequest(context: Context, place: GatedPlace): MemberRequest & { member: Member } {
  const request = memberRequest(context);
  const { member, address } = request;
  const closed = closedGate(place, gateStateOf(member));
  if (closed !== null || member === null) throw redirectDocument(gateHref(closed ?? "Login", address));
  // The blocking overlay of a broken account covers Home; it can use no other page.
  if (isIncomplete(member)) throw redirect("/");
  return { ...request, member };
}

/** Reads the member again after an action changed them, for the loader that renders the page. */
export async function readMemberAgain({ world, visitor }: MemberRequest): Promise<void> {
  if (visitor.token !== null) visitor.member = await memberOfToken(world, visitor.token);
}

/** Where a flow ends: the `redirect` of the address, else Home with the menu open. */
export function redirectTarget({ query }: Pick<MemberRequest, "query">): string {
  return safePath(query.get("redirect"), popupHref("Menu"));
}

/** The query that links between these pages carry: only a safe `redirect` and the native hand-off. */
export function keptQuery({ query }: Pick<MemberRequest, "query">): string {
  const kept = new URLSearchParams();
  const redirectTo = safePath(query.get("redirect"), "");
  if (redirectTo !== "") kept.set("redirect", redirectTo);
  const native = query.get("native_redirect_url");
  if (native !== null) kept.set("native_redirect_url", native);
  return kept.size === 0 ? "" : `?${kept}`;
}

/**
 * Leaves a form that succeeded: the next page loads as a document, so that a reload sends nothing again and no data of the previous
 * visitor stays. Throw or return it.
 */
export function redirectAfterForm(href: string): Response {
  return redirectDocument(href, 303);
}

type NewCookies = { token: string; browser?: string | null; isRestored?: boolean };

/** Logs this browser in: sets the session's cookie and the cookie of the known browser. */
export function setSessionCookies({ visitor }: MemberRequest, session: NewCookies): void {
  visitor.cookies.push(sessionCookie(session.token));
  if (session.isRestored === true) visitor.cookies.push(toastCookie(m.account_restored()));
  if (typeof session.browser === "string") visitor.cookies.push(browserCookie(session.browser));
}

/** Removes the session's cookie. The rest of the answer is rendered as for a logged-out visitor. */
export function removeSessionCookie({ visitor }: MemberRequest): void {
  visitor.hasLeft = true;
  visitor.cookies.push(endedCookie());
}
