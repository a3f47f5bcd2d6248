import { cookieIn } from "../../platform/cookies.ts";
import * as deskPaths from "../../staff/desk-paths.ts";
import { createContext, redirect, type RouterContextProvider } from "react-router";
import { decodedText } from "../../platform/decoded-text.ts";
import type { World } from "../../platform/world.ts";
import { pageRequest, type PageRequest } from "../document/page-request.server.ts";
import type { Locale } from "../contract.ts";
import type { Venue } from "../venue.ts";
import type { Permission } from "../../staff/contract.ts";
import type { Clock } from "../language/dates.ts";
import { may, type Operator } from "../../staff/operator.ts";

/** What the desk's handler adds to the request of a page. */
export type DeskVisit = {
  operator: Operator;
  /** True when the page is loaded to answer a posted form. */
  isPosted: boolean;
  /** Reloads the host table on this node, so that the operator sees a saved setting at once. */
  reloadVenues: () => Promise<void>;
  /** Renders a page of this site as a visitor would get it from `world`, to show in a frame; null when the page redirects. */
  renderPage: (world: World, path: string, locale: Locale) => Promise<string | null>;
  /** Set-Cookie headers to send with the answer, whatever the answer is. */
  cookies: string[];
  /** The note that the previous page left for this one; shown once. */
  note: string | null;
  /** 403 or 404 when the operator may not see this address or it does not exist; the page then says so. */
  refusal: 403 | 404 | null;
};

/** Null when the desk's handler did not see the request: the router accepts some spellings of a path that it does not. */
export const deskVisit = createContext<DeskVisit | null>(null);

/** The request of a desk page. The handler has already checked the permission of the route. */
export type DeskRequest = Omit<PageRequest, "venue" | "nonce"> &
  DeskVisit & {
    venue: Venue;
    nonce: string;
    can: (permission: Permission) => boolean;
    /** Language of the page and time zone of the venue. */
    clock: Clock;
  };

/** Call this first in every loader and action of the desk. */
export function deskRequest(context: Readonly<RouterContextProvider>): DeskRequest {
  const request = context.get(pageRequest);
  const visit = context.get(deskVisit);
  const { venue, nonce } = request;
  if (visit === null || venue === null || nonce === undefined) throw redirect("/");
  return {
    ...request,
    ...visit,
    venue,
    nonce,
    can: (permission) => may(visit.operator, permission, venue.projectId),
    clock: { locale: request.locale, timeZone: venue.policy.timeZone },
  };
}

const NOTE_COOKIE = "desk_note";

/**
 * Redirects after a successful form, so that a reload does not submit it again. The next page shows `note` once. Return the
 * response from the action.
 */
export function redirectInDesk({ cookies }: Pick<DeskVisit, "cookies">, href: string, note?: string): Response {
  if (note !== undefined)
    cookies.push(
      `${NOTE_COOKIE}=${encodeURIComponent(note)}; Path=${deskPaths.home}; Max-Age=60; HttpOnly; SameSite=Lax`,
    );
  return redirect(href, 303);
}

/** The note left by the previous page, and the Set-Cookie header that clears it. */
export function noteFromCookie(cookie: string | null): { note: string; ended: string } | null {
  const left = cookieIn(cookie, NOTE_COOKIE);
  if (left === undefined) return null;
  const ended = `${NOTE_COOKIE}=; Path=${deskPaths.home}; Max-Age=0; HttpOnly; SameSite=Lax`;
  return { note: (decodedText(left) ?? "").slice(0, 300), ended };
}
