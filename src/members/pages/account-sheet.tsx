import { m } from "../../paraglide/messages.js";
import { SheetTop } from "../../ui/sheet-top.tsx";
import type { AccountView } from "../account-view.server.ts";
import { AccountSections } from "./account-sections.tsx";

/**
 * popup=Account, open as the server shows it at its own address. A script takes this very dialog from there and opens it in place;
 * its ways out lead back to the menu (section 2.7).
 */
export function AccountSheet({ account, menuHref }: { account: AccountView; menuHref: string }) {
  return (
    <>
      <a className="sheet-scrim" href={menuHref} aria-hidden="true" tabIndex={-1} />
      <dialog
        className="sheet on-paper"
        id="account-sheet"
        aria-labelledby="account-sheet-title"
        data-popup-sheet
        data-then-menu
        open
      >
        <SheetTop id="account-sheet-title" title={m.frame_account_title()} backHref={menuHref} closeHref={menuHref} />
        <div className="sheet-body">
          <AccountSections account={account} />
        </div>
      </dialog>
    </>
  );
}
