import { giftsSummary, offersView } from "../gifts/view.server.ts";
import { inviteOf } from "../gifts/referral/referral.server.ts";
import { cardView } from "../loyalty/card-view.server.ts";
import { menuProgramme } from "../loyalty/menu-programme.server.ts";
import { snapshotOwner } from "../loyalty/offline-card/snapshot.server.ts";
import { accountView, personOf } from "../accounts/profile/view.server.ts";
import { closedGate, isGatedPopup } from "../accounts/gates.ts";
import { isIncomplete, gateStateOf, type Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import type { PageRequest } from "../venues/document/page-request.server.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { sitesOf } from "../venues/venue-table.server.ts";
import { walletsSummary } from "../wallet/wallets-summary.server.ts";
import { cashlessView } from "../wallet/view.server.ts";
import type { SessionView } from "./session-view.ts";

/** The site over whose page a popup stands. */
type Place = { venue: Venue; venues: readonly Venue[]; locale: Locale };

/** The member, as the frame of every page shows them. */
export function sessionView(world: World, member: Member, venue: Venue): SessionView {
  const anomaly = { isBlocking: world.config.isProduction, supportEmail: venue.config.support_email };
  return {
    ...personOf(member),
    owner: snapshotOwner(world, member.accountId),
    anomaly: isIncomplete(member) ? anomaly : null,
  };
}

export type MenuView = Awaited<ReturnType<typeof menuView>>;

/** The member's part of the side menu: the profile and, where the address is confirmed, wallets and three gifts. */
export async function menuView(world: World, member: Member, place: Place) {
  const { venue, venues, locale } = place;
  const session = sessionView(world, member, venue);
  if (!member.isEmailValid || isIncomplete(member)) return { session, programme: null, wallets: null, gifts: null };
  const [programme, wallets, gifts] = await Promise.all([
    menuProgramme(world, venue, member),
    walletsSummary(world, { venue, locale, sites: sitesOf(venues) }, member),
    giftsSummary(world, { venue, locale }, member),
  ]);
  return { session, programme, wallets, gifts };
}

export type PopupView = NonNullable<Awaited<ReturnType<typeof popupView>>>;

/** The data of the open popup; null without one, and for a visitor whom its gates send elsewhere. */
export async function popupView(request: PageRequest, venue: Venue, asking: Member | null) {
  const { world, popup, popupQuery, locale, venues } = request;
  const member = venue.config.account_hidden ? null : asking;
  if (popup === "Menu")
    return {
      name: "Menu" as const,
      menu: member === null ? null : await menuView(world, member, { venue, venues, locale }),
    };
  if (member === null || popup === null || isIncomplete(member)) return null;
  if (isGatedPopup(popup) && closedGate(popup, gateStateOf(member)) !== null) return null;
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
        wallet: await cashlessView(world, { venue, locale, sites: sitesOf(venues) }, member, popupQuery),
      };
    default:
      return null;
  }
}
