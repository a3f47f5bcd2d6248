import { createContext, redirect, type RouterContextProvider } from "react-router";
import type { World } from "../../platform/world.ts";
import { pageRequest, type PageRequest } from "../page-request.server.ts";
import type { Locale } from "../contract.ts";
import type { Venue } from "../venue.ts";
import type { Permission } from "../../staff/contract.ts";
import { may, type Operator } from "../../staff/operator.ts";
import type { DeskClock } from "./words.server.ts";

/** What the desk's door hands to its pages beside the page's own request. */
export type DeskVisit = {
  operator: Operator;
  /** True where a form was posted, for whose answer the page is loaded. */
  isPosted: boolean;
  /** Reads the host table again on this node, so that whoever saved sees it at once. */
  reloadVenues: () => Promise<void>;
  /** A page of this site as a visitor of that world gets it, to be framed by the desk; null where it leads elsewhere. */
  renderPage: (world: World, path: string, locale: Locale) => Promise<string | null>;
  /** Set-Cookie headers of the answer, whatever it is. */
  cookies: string[];
  /** What the page before this one had to say, once. */
  note: string | null;
  /** Set where the address is not this operator's, or nobody's: the answer says so in words. */
  refusal: 403 | 404 | null;
};

/** Null outside the desk's door: an odd spelling that only the router takes for a page of the desk. */
export const deskVisit = createContext<DeskVisit | null>(null);

/** The request of a page of the desk. The door has asked for the permission of the route already. */
export type DeskRequest = Omit<PageRequest, "venue" | "nonce"> &
  DeskVisit & {
    venue: Venue;
    nonce: string;
    can: (permission: Permission) => boolean;
    /** The language of the page and the clock of the house. */
    clock: DeskClock;
  };

/** Call it first in every loader and every action of the desk. */
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
    clock: { locale: request.locale, zone: venue.policy.timeZone },
  };
}

const NOTE_COOKIE = "desk_note";

/**
 * Leaves a form that succeeded: the next page is fetched, so that a reload sends nothing again, and says `note` once. Return it
 * from the action.
 */
export function leaveDesk({ cookies }: Pick<DeskVisit, "cookies">, href: string, note?: string): Response {
  if (note !== undefined)
    cookies.push(`${NOTE_COOKIE}=${encodeURIComponent(note)}; Path=/desk; Max-Age=60; HttpOnly; SameSite=Lax`);
  return redirect(href, 303);
}

/** The note that the page before left, and the cookie that ends it. */
export function leftNote(cookie: string | null): { note: string; ended: string } | null {
  const left = /(?:^|;\s*)desk_note=([^;]*)/.exec(cookie ?? "")?.[1];
  if (left === undefined) return null;
  const ended = `${NOTE_COOKIE}=; Path=/desk; Max-Age=0; HttpOnly; SameSite=Lax`;
  try {
    return { note: decodeURIComponent(left).slice(0, 300), ended };
  } catch {
    return { note: "", ended };
  }
}
