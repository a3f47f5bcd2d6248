import { m } from "../../paraglide/messages.js";
import { SheetTop } from "../../ui/sheet-top.tsx";
import type { CashlessView } from "../wallet-view.server.ts";
import { CashlessBody } from "./cashless-body.tsx";

/**
 * popup=Cashless (section 2.7), open as the server shows it at its own address, locked. A script takes this very dialog from there, asks for
 * the PIN and exchanges the body for what the handle opens.
 */
export function CashlessSheet({ view, script }: { view: CashlessView; script: string }) {
  const { pageHref, menuHref } = view;
  return (
    <>
      <a className="sheet-scrim" href={pageHref} aria-hidden="true" tabIndex={-1} />
      <dialog
        className="sheet on-paper"
        id="cashless-sheet"
        aria-labelledby="cashless-sheet-title"
        data-popup-sheet
        data-site={view.siteId}
        data-href={view.href}
        data-under={pageHref}
        data-wallet-script={script}
        open
      >
        <SheetTop
          id="cashless-sheet-title"
          title={m.wallet_title()}
          backHref={menuHref}
          closeHref={pageHref}
          thenMenu
        />
        <p className="heard" role="status" data-wallet-said />
        <CashlessBody view={view} open={null} alert={null} />
      </dialog>
    </>
  );
}
