import { giftsSummary, offersView } from "../gifts/view.server.ts";
import { inviteOf } from "../gifts/referral/referral.server.ts";
import { cardView } from "../loyalty/card-view.server.ts";
import { menuProgramme } from "../loyalty/menu-programme.server.ts";
import { snapshotOwner } from "../loyalty/offline-card/snapshot.server.ts";
import { accountView, personOf } from "../accounts/profile/view.server.ts";
import { closedGate, isGatedPopup } from "../accounts/gates.ts";
import { isBroken, standingOf, type Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import type { PageRequest } from "../venues/page-request.server.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { walletsSummary } from "../wallet/wallets-summary.server.ts";
import { cashlessView } from "../wallet/view.server.ts";
import type { SessionView } from "./session-view.ts";

/** Where a member's popups are shown: a venue's page, by path and query without popup. */
type Place = { venue: Venue; venues: readonly Venue[]; locale: Locale; address: string };

/** Who is logged in, as the frame of every page shows it. */
export function sessionView(world: World, member: Member, venue: Venue): SessionView {
  const anomaly = { isBlocking: world.config.isProduction, supportEmail: venue.config.support_email };
  return {
    ...personOf(member),
    owner: snapshotOwner(world, member.accountId),
    anomaly: isBroken(member) ? anomaly : null,
  };
}

export type MenuView = Awaited<ReturnType<typeof menuView>>;

/** A member's part of the side menu: profile, wallets and three gifts, where the address is confirmed. */
export async function menuView(world: World, member: Member, place: Place) {
  const { venue, locale } = place;
  const session = sessionView(world, member, venue);
  if (!member.isEmailValid || isBroken(member)) return { session, programme: null, wallets: null, gifts: null };
  const [programme, wallets, gifts] = await Promise.all([
    menuProgramme(world, venue, member),
    walletsSummary(world, { venue, locale, sites: sitesOf(place) }, member),
    giftsSummary(world, { venue, locale }, member),
  ]);
  return { session, programme, wallets, gifts };
}

export type PopupView = NonNullable<Awaited<ReturnType<typeof popupView>>>;

/** What the popup of the address shows to its member; null without one, and for whom the door leads elsewhere. */
export async function popupView(request: PageRequest, venue: Venue, address: string, asking: Member | null) {
  const { world, popup, popupQuery, locale, venues } = request;
  const member = venue.config.account_hidden ? null : asking;
  const place = { venue, venues, locale, address };
  if (popup === "Menu")
    return { name: "Menu" as const, menu: member === null ? null : await menuView(world, member, place) };
  if (member === null || popup === null || isBroken(member)) return null;
  if (isGatedPopup(popup) && closedGate(popup, standingOf(member)) !== null) return null;
  switch (popup) {
    case "Account":
      return { name: "Account" as const, account: await accountView(world, { venue, locale }, member) };
    case "Card":
      return {
        name: "Card" as const,
        card: await cardView(world, venue, member),
        invite: await inviteOf(world, venue, member),
      };
    case "Offers":
      return { name: "Offers" as const, offers: await offersView(world, { venue, locale }, member, popupQuery) };
    case "Cashless":
      return {
        name: "Cashless" as const,
        wallet: await cashlessView(world, { venue, locale, sites: sitesOf(place) }, member, popupQuery),
      };
    default:
      return null;
  }
}

function sitesOf({ venues }: Place): { bySite: (siteId: number) => Venue | undefined } {
  return { bySite: (siteId) => venues.find((venue) => venue.siteId === siteId) };
}
