import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
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
        <div className="sheet-top">
          <a className="round" href={menuHref} aria-label={m.frame_account_back()} data-close>
            <Icon name="caret-left" />
          </a>
          <h2 className="account-sheet-title" id="account-sheet-title">
            {m.frame_account_title()}
          </h2>
          <a className="round" href={menuHref} aria-label={m.close()} data-close>
            <Icon name="x" />
          </a>
        </div>
        <div className="sheet-body">
          <AccountSections account={account} />
        </div>
      </dialog>
    </>
  );
}
