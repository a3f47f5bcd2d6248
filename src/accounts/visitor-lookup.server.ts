import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { cookieToken, endedCookie, introspect, sessionCookie } from "./sessions/sessions.server.ts";
import { visitOf } from "./visit.server.ts";
import { pageAddress } from "../platform/page-cache/address.ts";
import type { World } from "../platform/world.ts";
import type { Visitor } from "./page-visitor.server.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";

type Asked = { venue: Venue | null; locale: Locale; socketAddress: string | undefined };

export type VisitorLookup = ReturnType<typeof openVisitorLookup>;

/** Finds out who asks for an uncached page. */
export function openVisitorLookup(world: World, table: VenueTable, encoder: PictureEncoder) {
  /** Looks up the member of the cookie, once. */
  async function visitorOf(request: Request, asked: Asked): Promise<Visitor> {
    const cookies: string[] = [];
    const token = cookieToken(request);
    const found = token === null ? null : await introspect(world, token);
    // Remove the cookie of an ended session; send the new token where it was rotated.
    if (token !== null && found === null) cookies.push(endedCookie());
    if (found !== null && found.token !== token) cookies.push(sessionCookie(found.token));
    return {
      ...passerBy(request, asked),
      member: found?.member ?? null,
      token: found?.token ?? null,
      isInPlace: request.headers.get("x-in-place") !== null || isDataOf(request),
      isFromElsewhere: request.headers.get("sec-fetch-site") === "cross-site",
      cookies,
    };
  }

  /** An anonymous visitor. */
  function passerBy(request: Request, { venue, locale, socketAddress }: Asked): Visitor {
    return {
      visit: visitOf(world, request, { venue, locale, venues: table.all(), kind: "web", socketAddress }),
      member: null,
      hasLeft: false,
      token: null,
      isInPlace: false,
      isFromElsewhere: false,
      encoder,
      cookies: [],
    };
  }

  return { visitorOf, passerBy };
}

/** True for a request of the router, which puts the answer into the page. */
function isDataOf(request: Request): boolean {
  const { pathname, search } = new URL(request.url);
  return pageAddress(pathname + search).isData;
}
