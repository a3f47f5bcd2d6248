import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { GiftTile } from "../view.server.ts";
import { giftQuery } from "../paths.ts";
import "./gifts.css";

type GiftLinkProps = {
  tile: GiftTile;
  /** True in the menu; closing the gift leads back there. */
  fromMenu?: boolean;
};

/** A tile that opens its gift: the label, the short expiry date, and the number of products if there are several. */
export function GiftLink({ tile, fromMenu = false }: GiftLinkProps) {
  return (
    <PopupLink className="gift-place" popup="Offers" query={giftQuery(tile.code, fromMenu)}>
      {tile.products > 1 && (
        <span className="gift-badge figures" role="img" aria-label={m.gifts_products_count({ count: tile.products })}>
          {tile.products}
        </span>
      )}
      <span className="gift plaque">
        <GiftLabel lines={tile.lines} />
        <small className="figures">{tile.expiry === null ? "" : m.gifts_until({ date: tile.expiry })}</small>
      </span>
    </PopupLink>
  );
}

/** A used gift has no link. */
export function UsedGift({ tile }: { tile: GiftTile }) {
  return (
    <div className="gift-place">
      <span className="gift plaque is-used">
        <GiftLabel lines={tile.lines} />
        <small>{m.gifts_used()}</small>
      </span>
    </div>
  );
}

/** An empty place. It says so in words, because a blank tile would look as if it were still loading. */
export function EmptyGift() {
  return (
    <div className="gift-place">
      <span className="gift is-none">
        <Icon name="gift" />
        <small>{m.gifts_empty_tile()}</small>
      </span>
    </div>
  );
}

/** A short first line that begins with a figure is set large. */
function GiftLabel({ lines: [first = "", ...rest] }: { lines: string[] }) {
  const isFigure = rest.length > 0 && /^[−+€]?\d.{0,4}$/.test(first);
  return (
    <b>
      {isFigure ? <em className="figures">{first}</em> : <span>{keptEnd(first)}</span>}
      {rest.map((line) => (
        <span key={line}> {keptEnd(line)}</span>
      ))}
    </b>
  );
}

/** The tile is too narrow for a line of one short word: it stays with the word before, 'Cabaret NU'. */
function keptEnd(line: string): string {
  return line.replace(/ (\S{1,3})$/u, "\u00a0$1");
}
