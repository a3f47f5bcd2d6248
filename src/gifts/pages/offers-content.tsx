import { Link, useLocation } from "react-router";
import { m } from "../../messages/messages.js";
import { useAddress } from "../../ui/hooks/use-address.ts";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { popupAddress } from "../../ui/sheets/popup-link.tsx";
import type { ListName } from "../gifts.server.ts";
import type { OffersList, OffersView } from "../view.server.ts";
import { GamblingWarning } from "../../venues/pages/gambling-warning.tsx";
import { listQuery } from "../paths.ts";
import { GiftDetailPart } from "./gift-detail.tsx";
import { GiftLink, UsedGift } from "./gift-tile.tsx";

/** The content of `popup=Offers`: one of the two lists, or one gift. */
export function OffersContent({ offers: { body, gamblingWarning } }: { offers: OffersView }) {
  return (
    <>
      {"gift" in body ? <GiftDetailPart gift={body.gift} /> : <ListPart list={body.list} />}
      {gamblingWarning && <GamblingWarning className="gifts-warning" name={gamblingWarning} />}
    </>
  );
}

function ListPart({ list: { current, tabs, tiles } }: { list: OffersList }) {
  return (
    <>
      <nav className="gifts-tabs" aria-label={m.gifts_tabs()}>
        {tabs.map((tab) => (
          <Tab key={tab.name} tab={tab} isCurrent={tab.name === current} />
        ))}
      </nav>
      {tiles.length === 0 ? <Empty list={current} /> : <Tiles list={current} tiles={tiles} />}
    </>
  );
}

/** The link replaces the history entry, so that going back closes the sheet from either list. */
function Tab({ tab, isCurrent }: { tab: OffersList["tabs"][number]; isCurrent: boolean }) {
  const address = useAddress();
  const { state } = useLocation();
  return (
    <Link
      to={popupAddress(address, "Offers", listQuery(tab.name))}
      replace
      state={state as unknown}
      preventScrollReset
      discover="none"
      aria-current={isCurrent ? "page" : undefined}
    >
      {TAB_NAMES[tab.name]()}
      <sup className="figures">{tab.count}</sup>
    </Link>
  );
}

const TAB_NAMES: Record<ListName, () => string> = {
  available: () => m.gifts_tab_available(),
  burned: () => m.gifts_tab_burned(),
};

function Tiles({ list, tiles }: { list: ListName; tiles: OffersList["tiles"] }) {
  return (
    <div className="gifts">
      {tiles.map((tile) =>
        list === "available" ? <GiftLink key={tile.code} tile={tile} /> : <UsedGift key={tile.code} tile={tile} />,
      )}
    </div>
  );
}

function Empty({ list }: { list: ListName }) {
  return (
    <div className="gifts-empty">
      <Ornament shape="fan" />
      <p className="title-3">{list === "available" ? m.gifts_empty_available() : m.gifts_empty_burned()}</p>
      <p>{list === "available" ? m.gifts_empty_available_text() : m.gifts_empty_burned_text()}</p>
    </div>
  );
}
