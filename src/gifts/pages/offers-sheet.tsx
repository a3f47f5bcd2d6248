import { m } from "../../paraglide/messages.js";
import { popupAddress } from "../../ui/popup-link.tsx";
import { SheetTop } from "../../ui/sheet-top.tsx";
import type { OffersView } from "../gifts-view.server.ts";
import { giftQuery, listOf, listQuery } from "../paths.ts";
import { OffersContent } from "./offers-content.tsx";

/**
 * popup=Offers (section 2.7), open as the server shows it at its own address. A script takes this very dialog from there, goes between
 * lists and gifts inside it, and keeps it up to date; every way through it is a link first.
 */
export function OffersSheet({ offers, address }: { offers: OffersView; address: string }) {
  const { body } = offers;
  const { href, backHref } = waysOf(body, address);
  const outHref = backHref ?? popupAddress(address, "Menu", { reverse: "true" });
  return (
    <>
      <a className="sheet-scrim" href={outHref} aria-hidden="true" tabIndex={-1} />
      <dialog
        className="sheet on-paper"
        id="offers-sheet"
        aria-labelledby="offers-sheet-title"
        data-popup-sheet
        data-then-menu
        data-href={href}
        data-back={backHref ?? undefined}
        data-ticket={offers.ticket}
        data-version={offers.version}
        open
      >
        <SheetTop
          id="offers-sheet-title"
          title={"gift" in body ? m.gifts_detail() : m.gifts_title()}
          backHref={outHref}
          {...(backHref === null ? {} : { backLabel: m.gifts_back_to_list() })}
          closeHref={outHref}
        />
        <div className="sheet-body">
          <OffersContent offers={offers} />
        </div>
      </dialog>
    </>
  );
}

/** The address of what the sheet shows, and of the list that a gift was opened from, where closing it leads. */
function waysOf(body: OffersView["body"], address: string): { href: string; backHref: string | null } {
  const listHref = (query: Record<string, string>) => popupAddress(address, "Offers", query);
  if ("list" in body) return { href: listHref(listQuery(body.list.current)), backHref: null };
  const { gift, fromMenu } = body;
  const href = listHref(giftQuery(gift.code, fromMenu));
  return { href, backHref: fromMenu ? null : listHref(listQuery(listOf(gift))) };
}
