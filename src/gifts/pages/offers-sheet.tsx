import { popupOver } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Ornament } from "../../ui/ornament.tsx";
import { SheetTop } from "../../ui/sheet-top.tsx";
import type { ListName } from "../gifts.server.ts";
import type { OffersList, OffersView } from "../gifts-view.server.ts";
import { giftHref, listHref } from "../paths.ts";
import { GiftDetailPart } from "./gift-detail.tsx";
import { GiftLink, UsedGift } from "./gift-tile.tsx";

/**
 * popup=Offers (section 2.7), open as the server shows it at its own address. A script takes this very dialog from there, goes between
 * lists and gifts inside it, and keeps it up to date; every way through it is a link first.
 */
export function OffersSheet({ offers, address }: { offers: OffersView; address: string }) {
  const { body } = offers;
  const { href, backHref } = waysOf(body, address);
  const outHref = backHref ?? `${popupOver(address, "Menu")}&reverse=true`;
  const isGift = "gift" in body;
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
          title={isGift ? m.gifts_detail() : m.gifts_title()}
          backHref={outHref}
          {...(backHref === null ? {} : { backLabel: m.gifts_back_to_list() })}
          closeHref={outHref}
        />
        <div className="sheet-body">
          {isGift ? <GiftDetailPart gift={body.gift} /> : <ListPart list={body.list} address={address} />}
          {offers.hasWarning && <p className="gifts-warning">{m.gambling_warning()}</p>}
        </div>
      </dialog>
    </>
  );
}

/** The address of what the sheet shows, and of the list that a gift was opened from, where closing it leads. */
function waysOf(body: OffersView["body"], address: string): { href: string; backHref: string | null } {
  if ("list" in body) return { href: listHref(address, body.list.current), backHref: null };
  const { gift, fromMenu } = body;
  const href = giftHref(address, gift.code, { fromMenu });
  return { href, backHref: fromMenu ? null : listHref(address, gift.state === "burned" ? "burned" : "available") };
}

function ListPart({ list: { current, tabs, tiles }, address }: { list: OffersList; address: string }) {
  return (
    <>
      <nav className="gifts-tabs" aria-label={m.gifts_tabs()}>
        {tabs.map((tab) => (
          <a
            key={tab.name}
            href={listHref(address, tab.name)}
            aria-current={tab.name === current ? "page" : undefined}
            data-in-sheet
          >
            {TAB_NAMES[tab.name]()}
            <sup className="figures">{tab.count}</sup>
          </a>
        ))}
      </nav>
      {tiles.length === 0 ? (
        <Empty list={current} />
      ) : (
        <div className="gifts">
          {tiles.map((tile) =>
            current === "available" ? (
              <GiftLink key={tile.code} tile={tile} href={giftHref(address, tile.code)} inSheet />
            ) : (
              <UsedGift key={tile.code} tile={tile} />
            ),
          )}
        </div>
      )}
    </>
  );
}

const TAB_NAMES: Record<ListName, () => string> = {
  available: () => m.gifts_tab_available(),
  burned: () => m.gifts_tab_burned(),
};

function Empty({ list }: { list: ListName }) {
  return (
    <div className="gifts-empty">
      <Ornament shape="fan" />
      <p className="title-3">{list === "available" ? m.gifts_empty_available() : m.gifts_empty_burned()}</p>
      <p>{list === "available" ? m.gifts_empty_available_text() : m.gifts_empty_burned_text()}</p>
    </div>
  );
}
