import { closedGate, isGatedPopup } from "../accounts/gates.ts";
import { gateStateOf, type Member } from "../accounts/member.ts";
import { gateHref, popupOver } from "../accounts/paths.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { venueOfReturn } from "../wallet/payments/return-from-bank.server.ts";
import { cashlessView } from "../wallet/view.server.ts";
import type { OpenedPopup } from "./popup-address.server.ts";

/** The page under a popup, and the popup's own parameters. */
type Under = OpenedPopup & { path: string; query: URLSearchParams; locale: Locale };

/** Access rules of the members' popups. */
export function openPopupGate(world: World, table: VenueTable) {
  /** Where somebody who may not see a popup is redirected. Null if the popup opens. */
  async function closedTo(venue: Venue | null, asked: Under, member: Member | null): Promise<string | null> {
    const { popup, path, query, popupQuery, locale } = asked;
    if (!isGatedPopup(popup)) return null;
    const address = query.size === 0 ? path : `${path}?${query}`;
    const away = popup === "Cashless" && member === null ? await ownHostOfReturn(venue, popupQuery) : null;
    if (away !== null) return away;
    if (venue === null || venue.config.account_hidden) return "/";
    const closed = closedGate(popup, gateStateOf(member));
    const own = popupQuery.size === 0 ? "" : `&${popupQuery}`;
    if (closed !== null) return gateHref(closed, `${popupOver(address, popup)}${own}`);
    if (popup !== "Cashless" || member === null) return null;
    const wallet = await cashlessView(world, { venue, locale, sites: table }, member, popupQuery);
    return wallet === null ? popupOver(address, "Menu") : null;
  }

  /**
   * A member who returns from the bank to a host where they are not logged in is redirected to the payment's own venue: the session cookie
   * belongs to one host, and in production the bank may return everybody to the group's main host.
   */
  async function ownHostOfReturn(venue: Venue | null, popupQuery: URLSearchParams): Promise<string | null> {
    const session = popupQuery.get("session_id");
    const own = await venueOfReturn(world, table, session);
    if (own === undefined || own.siteId === venue?.siteId) return null;
    return `${venueOrigin(world, own)}/?popup=Cashless&${new URLSearchParams({ session_id: session ?? "" })}`;
  }

  return closedTo;
}
