import { inLocale } from "./locale.server.ts";
import { OWNER_HEADER, snapshotOwner } from "./loyalty/snapshot.server.ts";
import { closedGate } from "./members/gates.ts";
import { standingOf, type Member } from "./members/member.ts";
import { memberHoles } from "./members/pages/member-holes.server.tsx";
import { gateHref, popupOver } from "./members/paths.ts";
import { cookieToken, endedCookie, introspect, sessionCookie } from "./members/sessions.server.ts";
import { answerHeaders, matches, type Asked, type AskedIn } from "./page-answer.server.ts";
import { compressedOnce, withHoles } from "./platform/page-bytes.server.ts";
import type { CachedPage } from "./platform/page-cache.server.ts";
import type { World } from "./platform/world.ts";
import { venueOrigin } from "./venues/origins.server.ts";
import type { VenueTable } from "./venues/venue-table.server.ts";
import type { Venue } from "./venues/venue.ts";
import { venueOfReturn } from "./wallet/pending.server.ts";
import { cashlessView } from "./wallet/wallet-view.server.ts";

type Session = { member: Member | null; cookies: string[] };

/** Public pages for whoever brings a session: the bytes of everybody's page with the holes filled. */
export function openMemberPages(world: World, table: VenueTable) {
  /** The session of the cookie; null without one. `cookies` go back whether it lives or not. */
  async function sessionOf(request: Request): Promise<Session | null> {
    const token = cookieToken(request);
    if (token === null) return null;
    const found = await introspect(world, token);
    if (found === null) return { member: null, cookies: [endedCookie()] };
    return { member: found.member, cookies: found.token === token ? [] : [sessionCookie(found.token)] };
  }

  /**
   * A member's page: the kept bytes with what is theirs in the holes, under an ETag of its own and for nobody else to keep (T38). An
   * ended session gets everybody's bytes, and its cookie goes.
   */
  async function answer(
    request: Request,
    { member, cookies }: Session,
    page: CachedPage,
    { venue, asked }: { venue: Venue; asked: AskedIn },
  ): Promise<Response> {
    const { path, query, popupQuery, locale, popup, encoding } = asked;
    const address = query.size === 0 ? path : `${path}?${query}`;
    const words =
      member === null || page.holes === null || page.status !== 200
        ? null
        : await inLocale(locale, () =>
            memberHoles(world, member, { venue, locale, address, popup, popupQuery }),
          );
    const { body, etag } = words === null ? { body: page.identity, etag: page.etag } : withHoles(page, words);
    const isKnown = page.status === 200 && matches(request.headers.get("if-none-match") ?? undefined, etag);
    world.metrics.count(isKnown ? 'pages_total{from="revalidation"}' : 'pages_total{from="member"}');
    const hasBody = !isKnown && request.method !== "HEAD";
    const bytes = isKnown ? Buffer.alloc(0) : await compressedOnce(body, encoding);
    const headers = new Headers(
      answerHeaders({ ...page, etag }, bytes.length, asked, { isKnown, now: world.now().getTime() }),
    );
    // Going back to a wallet from the bank shows how it stands now, not how it stood.
    headers.set("Cache-Control", asked.popup === "Cashless" ? "private, no-store" : "private, no-cache");
    if (member !== null) headers.set(OWNER_HEADER, snapshotOwner(world, member.accountId));
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return new Response(hasBody ? new Uint8Array(bytes) : null, { status: isKnown ? 304 : page.status, headers });
  }

  /** Where the popups of members lead somebody for whom they are not (sections 2.3 and 2.7, G5); null where they open. */
  async function gateOf(venue: Venue | null, asked: Asked, member: Member | null): Promise<string | null> {
    const { popup, path, query, popupQuery, locale } = asked;
    if (!isGatedPopup(popup)) return null;
    const address = query.size === 0 ? path : `${path}?${query}`;
    const away = popup === "Cashless" && member === null ? await ownHostOfReturn(venue, popupQuery) : null;
    if (away !== null) return away;
    if (venue === null || venue.config.account_hidden) return "/";
    const closed = closedGate(popup, standingOf(member));
    const own = popupQuery.size === 0 ? "" : `&${popupQuery}`;
    if (closed !== null) return gateHref(closed, `${popupOver(address, popup)}${own}`);
    if (popup !== "Cashless" || member === null) return null;
    const wallet = await cashlessView(world, { venue, locale, sites: table }, member, popupQuery);
    return wallet === null ? popupOver(address, "Menu") : null;
  }

  /**
   * Who comes back from the bank to a host where nobody is logged in is led to the payment's own venue (G139): the session's cookie belongs to a
   * host, and in production the bank knows the group's main one only.
   */
  async function ownHostOfReturn(venue: Venue | null, popupQuery: URLSearchParams): Promise<string | null> {
    const session = popupQuery.get("session_id");
    const own = await venueOfReturn(world, table, session);
    if (own === undefined || own.siteId === venue?.siteId) return null;
    return `${venueOrigin(world, own)}/?popup=Cashless&${new URLSearchParams({ session_id: session ?? "" })}`;
  }

  return { sessionOf, answer, gateOf };
}

function isGatedPopup(popup: string | null): popup is "Account" | "Card" | "Offers" | "Cashless" {
  return popup === "Account" || popup === "Card" || popup === "Offers" || popup === "Cashless";
}
