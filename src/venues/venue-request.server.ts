import { redirect, type RouterContextProvider } from "react-router";
import { pageRequest, type PageRequest } from "../request-context.server.ts";
import { paths } from "./paths.ts";
import type { Venue } from "./venue.ts";

/** The request of a page that only venues have: the group's own host leads to its front page instead. */
export function venueRequest(context: Readonly<RouterContextProvider>): { request: PageRequest; venue: Venue } {
  const request = context.get(pageRequest);
  if (request.venue === null) throw redirect(paths.home);
  return { request, venue: request.venue };
}
