import { redirect, redirectDocument, type RouterContextProvider } from "react-router";
import { m } from "../../messages/messages.js";
import { safePath } from "../../platform/http/safe-path.ts";
import { pageRequest, type PageRequest } from "../../venues/page-request.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { browserCookie } from "../calls.server.ts";
import { closedGate, type GatedPlace } from "../gates.ts";
import { isBroken, standingOf, type Member } from "../member.ts";
import { gateHref, popupHref } from "../paths.ts";
import { endedCookie, memberOfToken, sessionCookie } from "../sessions/sessions.server.ts";
import type { Visit } from "../visit.server.ts";
import { pageVisitor, type Visitor } from "../visitor.server.ts";
import { toastCookie } from "../pages/toast-cookie.server.ts";

/** The request of a member route: like every page's, with who asks at hand. */
export type MemberRequest = Omit<PageRequest, "venue"> & {
  venue: Venue;
  visitor: Visitor;
  visit: Visit;
  member: Member | null;
  /** Path and query, to come back to. */
  address: string;
};

type Context = Readonly<RouterContextProvider>;

/**
 * The request of a page of the member area that everybody may see. Leads home where there is none: on the group's own hosts,
 * and where the site hides it (G5). Call it first in every loader and every action.
 */
export function memberRequest(context: Context): MemberRequest {
  const request = context.get(pageRequest);
  const { venue, path, query } = request;
  const visitor = context.get(pageVisitor);
  // An odd spelling that only the router takes for a member route was asked of the cache, which knows nobody.
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
 * The same for pages that only show while nobody is logged in (section 2.2): a member is led home, by a document, because a
 * page that was drawn for nobody may ask after another tab has logged in.
 */
export function anonymousRequest(context: Context): MemberRequest {
  const request = memberRequest(context);
  if (request.member !== null) throw redirectDocument("/");
  return request;
}

/** The same for pages behind gates: whoever does not pass them is led to where the first closed one leads, and back later. */
export function loggedInRequest(context: Context, place: GatedPlace): MemberRequest & { member: Member } {
  const request = memberRequest(context);
  const { member, address } = request;
  const closed = closedGate(place, standingOf(member));
  if (closed !== null || member === null) throw redirectDocument(gateHref(closed ?? "Login", address));
  // The blocking overlay of a broken account stands over Home (section 2.6); nothing else is to be had.
  if (isBroken(member)) throw redirect("/");
  return { ...request, member };
}

/** Reads the member anew after an action changed something, for the loader that shows the page again. */
export async function readAgain({ world, visitor }: MemberRequest): Promise<void> {
  if (visitor.token !== null) visitor.member = await memberOfToken(world, visitor.token);
}

/** Where a flow goes when it is done: the `redirect` of the address, or Home with popup=Menu (section 2.2). */
export function afterwards({ query }: Pick<MemberRequest, "query">): string {
  return safePath(query.get("redirect"), popupHref("Menu"));
}

/** The query that links between these pages carry along: `redirect` and the native hand-off, safe and nothing else. */
export function keptQuery({ query }: Pick<MemberRequest, "query">): string {
  const kept = new URLSearchParams();
  const redirectTo = safePath(query.get("redirect"), "");
  if (redirectTo !== "") kept.set("redirect", redirectTo);
  const native = query.get("native_redirect_url");
  if (native !== null) kept.set("native_redirect_url", native);
  return kept.size === 0 ? "" : `?${kept}`;
}

/**
 * Leaves a form that succeeded: the next page is loaded as a document, so that a reload sends nothing again, and nothing of who
 * was logged in before stays. Throw or return it.
 */
export function leaveTo(href: string): Response {
  return redirectDocument(href, 303);
}

type Welcomed = { token: string; browser?: string | null; isRestored?: boolean };

/** Logs this browser in: the session's cookie, and the one by which the account knows the browser (G51). */
export function welcome({ visitor }: MemberRequest, session: Welcomed): void {
  visitor.cookies.push(sessionCookie(session.token));
  if (session.isRestored === true) visitor.cookies.push(toastCookie(m.account_restored()));
  if (typeof session.browser === "string") visitor.cookies.push(browserCookie(session.browser));
}

/** Takes the session's cookie away; the frame of the answer shows nobody any more. */
export function farewell({ visitor }: MemberRequest): void {
  visitor.hasLeft = true;
  visitor.cookies.push(endedCookie());
}
