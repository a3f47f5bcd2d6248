import { m } from "../../messages/messages.js";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { GiftsSummary } from "../view.server.ts";
import { EmptyGift, GiftLink } from "./gift-tile.tsx";

const TILES = 3;

/** The gifts in the menu: the first three, filled up with empty tiles, and a link to all of them. */
export function GiftsSummaryPart({ summary }: { summary: GiftsSummary }) {
  const empty = Array.from({ length: TILES - summary.tiles.length }, (_, at) => at);
  return (
    <section className="gifts-summary" data-member="gifts" aria-labelledby="gifts-summary-title">
      <div className="gifts-head">
        <h3 id="gifts-summary-title">{m.gifts_title()}</h3>
        <PopupLink className="text-link figures" popup="Offers">
          {summary.count === 0 ? m.gifts_view_all_none() : m.gifts_view_all({ count: summary.count })}
        </PopupLink>
      </div>
      {summary.count === 0 && <p className="gifts-none small">{m.gifts_empty_available()}</p>}
      <div className="gifts">
        {summary.tiles.map((tile) => (
          <GiftLink key={tile.code} tile={tile} fromMenu />
        ))}
        {empty.map((at) => (
          <EmptyGift key={at} />
        ))}
      </div>
    </section>
  );
}
