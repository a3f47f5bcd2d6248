import { redirect, type RouterContextProvider } from "react-router";
import { pageRequest, type PageRequest } from "./page-request.server.ts";
import { paths } from "./paths.ts";
import type { Venue } from "./venue.ts";

/** The page's own address, with what else of the query was asked for: an address that was written otherwise leads there. */
export function withQuery({ popup, query }: PageRequest, path: string): string {
  const kept = new URLSearchParams(query);
  if (popup !== null) kept.set("popup", popup);
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** The request of a page that only venues have: the group's own host leads to its front page instead. */
export function venueRequest(context: Readonly<RouterContextProvider>): { request: PageRequest; venue: Venue } {
  const request = context.get(pageRequest);
  if (request.venue === null) throw redirect(paths.home);
  return { request, venue: request.venue };
}
