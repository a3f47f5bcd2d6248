import * as paths from "./paths.ts";
import { redirect, type RouterContextProvider } from "react-router";
import { pageRequest, type PageRequest } from "./document/page-request.server.ts";
import type { Venue } from "./venue.ts";

/** `path` with the rest of the request's query, for redirects to the canonical spelling of an address. */
export function withQuery({ popup, query }: PageRequest, path: string): string {
  const kept = new URLSearchParams(query);
  if (popup !== null) kept.set("popup", popup);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** The request of a page that only venues have. On the group's own hosts it redirects to the group's front page. */
export function venueRequest(context: Readonly<RouterContextProvider>): { request: PageRequest; venue: Venue } {
  const request = context.get(pageRequest);
  if (request.venue === null) throw redirect(paths.home);
  return { request, venue: request.venue };
}
