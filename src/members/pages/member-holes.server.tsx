import { giftsSummary, offersView } from "../../gifts/gifts-view.server.ts";
import { inviteOf } from "../../gifts/referral.server.ts";
import { GiftsSummaryPart } from "../../gifts/pages/gifts-summary.tsx";
import { OffersSheet } from "../../gifts/pages/offers-sheet.tsx";
import { cardView } from "../../loyalty/card-view.server.ts";
import { menuProgramme } from "../../loyalty/menu-programme.server.ts";
import { CardSheet } from "../../loyalty/pages/card-sheet.tsx";
import { snapshotOwner } from "../../loyalty/snapshot.server.ts";
import { MEMBER_SCRIPT, MEMBER_STYLE, WALLET_SCRIPT } from "../../page-assets.server.ts";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";
import { accountView, personOf } from "../account-view.server.ts";
import { isBroken, type Member } from "../member.ts";
import { popupOver } from "../paths.ts";
import { CashlessSheet } from "../../wallet/pages/cashless-sheet.tsx";
import { WalletsSummary } from "../../wallet/pages/wallets-summary.tsx";
import { walletsSummary } from "../../wallet/wallets-summary.server.ts";
import { cashlessView } from "../../wallet/wallet-view.server.ts";
import type { Sites } from "../../wallet/wallets.server.ts";
import { AccountSheet } from "./account-sheet.tsx";
import { AnomalyNotice, AnomalyOverlay } from "./anomaly.tsx";
import { holeMarkup } from "./hole-markup.server.tsx";
import { LogOutForm } from "./log-out-form.tsx";
import { MemberEntry, MemberSummaries } from "./menu-member.tsx";

type Place = {
  venue: Venue;
  locale: Locale;
  /** The page's path and query, without popup. */
  address: string;
  popup: string | null;
  /** What the popup is asked for. */
  popupQuery: URLSearchParams;
  sites: Sites;
};

/**
 * What stands in the holes of a public page for a member, by the names that the frame gives them (frame.tsx). Call it in the
 * visitor's language.
 */
export async function memberHoles(
  world: World,
  member: Member,
  { venue, locale, address, popup, popupQuery, sites }: Place,
): Promise<Record<string, string>> {
  const person = personOf(member);
  const menuHref = popupOver(address, "Menu");
  const isBlocked = isBroken(member) && world.config.isProduction;
  const account = popup === "Account" && !isBroken(member) ? await accountView(world, { venue, locale }, member) : null;
  const gifts = person.isEmailValid ? await giftsSummary(world, { venue, locale }, member) : null;
  const hasOffers = popup === "Offers" && !isBroken(member);
  const offers = hasOffers ? await offersView(world, { venue, locale }, member, popupQuery) : null;
  const place = { venue, locale, address, sites };
  const wallets = person.isEmailValid ? await walletsSummary(world, place, member) : null;
  const hasWallet = popup === "Cashless" && !isBroken(member);
  const wallet = hasWallet ? await cashlessView(world, place, member, popupQuery) : null;
  const hasCard = popup === "Card" && !isBroken(member);
  const card = hasCard ? await cardView(world, venue, member) : null;
  const invite = hasCard ? await inviteOf(world, venue, member) : null;
  const programme = person.isEmailValid ? await menuProgramme(world, venue, member) : null;
  return {
    entry: await holeMarkup(
      <MemberEntry
        person={person}
        menuHref={menuHref}
        style={MEMBER_STYLE.path}
        script={MEMBER_SCRIPT.path}
        snapshot={snapshotOwner(world, member.accountId)}
      />,
    ),
    account: await holeMarkup(
      <>
        <MemberSummaries person={person} address={address} programme={programme} />
        {wallets !== null && <WalletsSummary wallets={wallets} />}
        {gifts !== null && <GiftsSummaryPart summary={gifts} />}
      </>,
      address,
    ),
    leave: await holeMarkup(<LogOutForm />),
    after: await holeMarkup(
      <>
        {account !== null && <AccountSheet account={account} menuHref={`${menuHref}&reverse=true`} />}
        {offers !== null && <OffersSheet offers={offers} address={address} />}
        {wallet !== null && <CashlessSheet view={wallet} script={WALLET_SCRIPT.path} />}
        {hasCard && <CardSheet card={card} invite={invite} address={address} />}
        {isBlocked && <AnomalyOverlay supportEmail={venue.config.support_email} />}
        {isBroken(member) && !isBlocked && <AnomalyNotice />}
      </>,
      address,
    ),
  };
}
