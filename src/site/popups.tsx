import { lazy } from "react";
import { m } from "../paraglide/messages.js";
import { usePopup } from "../ui/hooks/use-popup.ts";
import { PopupSheet } from "./popup-sheet.tsx";
import type { PopupView } from "./popup-views.server.ts";

/** What the popups show is for members only, and comes when one is opened. */
const AccountContent = lazy(() => import("./popup-account.tsx"));
const CashlessContent = lazy(() => import("./popup-cashless.tsx"));

/** The member's popups over the page: what the address names, drawn from what the layout's loader gave. */
export function Popups({ loaded }: { loaded: PopupView | null }) {
  const { popup } = usePopup();
  if (popup === "Cashless") {
    const wallet = loaded !== null && "wallet" in loaded ? loaded.wallet : null;
    return (
      <PopupSheet name="cashless" title={m.wallet_title()}>
        {wallet == null ? null : <CashlessContent wallet={wallet} />}
      </PopupSheet>
    );
  }
  if (popup !== "Account") return null;
  const account = loaded !== null && "account" in loaded ? loaded.account : undefined;
  return (
    <PopupSheet name="account" title={m.frame_account_title()}>
      {account === undefined ? null : <AccountContent account={account} />}
    </PopupSheet>
  );
}
