import { m } from "../../paraglide/messages.js";
import type { GiftsSummary } from "../gifts-view.server.ts";
import { EmptyGift, GiftLink } from "./gift-tile.tsx";

const TILES = 3;

/** The gifts' part of the Menu (section 2.7): the first three, with empty tiles to make up three, and the way to all of them. */
export function GiftsSummaryPart({ summary }: { summary: GiftsSummary }) {
  const empty = Array.from({ length: TILES - summary.tiles.length }, (_, at) => at);
  return (
    <section className="gifts-summary" data-member="gifts" aria-labelledby="gifts-summary-title">
      <div className="gifts-head">
        <h3 id="gifts-summary-title">{m.gifts_title()}</h3>
        <a className="text-link figures" href={summary.allHref} data-popup="offers">
          {summary.count === 0 ? m.gifts_view_all_none() : m.gifts_view_all({ count: summary.count })}
        </a>
      </div>
      <div className="gifts">
        {summary.tiles.map((tile) => (
          <GiftLink key={tile.code} tile={tile} />
        ))}
        {empty.map((at) => (
          <EmptyGift key={at} />
        ))}
      </div>
    </section>
  );
}
