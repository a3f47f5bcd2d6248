import { m } from "../../paraglide/messages.js";
import type { GiftsSummary } from "../gifts-view.server.ts";
import { giftHref, listHref } from "../paths.ts";
import { EmptyGift, GiftLink } from "./gift-tile.tsx";

const TILES = 3;

/** The gifts' part of the Menu (section 2.7): the first three, with empty tiles to make up three, and the way to all of them. `address` is path and query of the page under the menu. */
export function GiftsSummaryPart({ summary, address }: { summary: GiftsSummary; address: string }) {
  const empty = Array.from({ length: TILES - summary.tiles.length }, (_, at) => at);
  return (
    <section className="gifts-summary" data-member="gifts" aria-labelledby="gifts-summary-title">
      <div className="gifts-head">
        <h3 id="gifts-summary-title">{m.gifts_title()}</h3>
        <a className="text-link figures" href={listHref(address)} data-popup="offers">
          {summary.count === 0 ? m.gifts_view_all_none() : m.gifts_view_all({ count: summary.count })}
        </a>
      </div>
      {summary.count === 0 && <p className="gifts-none small">{m.gifts_empty_available()}</p>}
      <div className="gifts">
        {summary.tiles.map((tile) => (
          <GiftLink key={tile.code} tile={tile} href={giftHref(address, tile.code, { fromMenu: true })} />
        ))}
        {empty.map((at) => (
          <EmptyGift key={at} />
        ))}
      </div>
    </section>
  );
}
