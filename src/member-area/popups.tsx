import { lazy } from "react";
import type { OffersView } from "../gifts/view.server.ts";
import { listOf, listQuery } from "../gifts/paths.ts";
import { m } from "../messages/messages.js";
import { useAddress } from "../ui/hooks/use-address.ts";
import { popupAddress } from "../ui/sheets/popup-link.tsx";
import { PopupSheet } from "./popup-sheet.tsx";
import type { PopupView } from "./popup-views.server.ts";
import { useSession } from "./session.tsx";

/** Loaded when a popup opens, because only members see them. */
const AccountContent = lazy(() => import("./popup-account.tsx"));
const CardContent = lazy(() => import("./popup-card.tsx"));
const OffersContent = lazy(() => import("./popup-offers.tsx"));
const CashlessContent = lazy(() => import("../wallet/pages/wallet.tsx"));

/** The open member popup over the page, with the data of the layout's loader. */
export function Popups({ open: popup, loaded }: { open: string | null; loaded: PopupView | null }) {
  const session = useSession();
  // The anomaly overlay covers everything else.
  if (session.status === "member" && session.session.anomaly !== null) return null;
  switch (popup) {
    case "Account":
      return (
        <PopupSheet name="account" title={m.frame_account_title()}>
          {loaded?.name === popup ? <AccountContent account={loaded.account} /> : null}
        </PopupSheet>
      );
    case "Card":
      return (
        <PopupSheet name="card" title={m.card_title()}>
          {loaded?.name === popup ? <CardContent card={loaded.card} invite={loaded.invite} /> : null}
        </PopupSheet>
      );
    case "Offers":
      return <OffersPopup offers={loaded?.name === popup ? loaded.offers : null} />;
    case "Cashless":
      return (
        <PopupSheet name="cashless" title={m.wallet_title()}>
          {loaded?.name === popup && loaded.wallet !== null ? <CashlessContent wallet={loaded.wallet} /> : null}
        </PopupSheet>
      );
    default:
      return null;
  }
}

/** Closing a gift leads to the list, or to the menu where it was opened from there. */
function OffersPopup({ offers }: { offers: OffersView | null }) {
  const address = useAddress();
  const body = offers?.body;
  const isGift = body !== undefined && "gift" in body;
  const list = isGift && !body.fromMenu ? popupAddress(address, "Offers", listQuery(listOf(body.gift))) : null;
  return (
    <PopupSheet
      name="offers"
      title={isGift ? m.gifts_detail() : m.gifts_title()}
      {...(list === null ? {} : { leaveHref: list, backLabel: m.gifts_back_to_list() })}
    >
      {offers === null ? null : <OffersContent offers={offers} />}
    </PopupSheet>
  );
}
