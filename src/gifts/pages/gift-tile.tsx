import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { GiftTile } from "../view.server.ts";
import { giftQuery } from "../paths.ts";
import "./gifts.css";

type GiftLinkProps = {
  tile: GiftTile;
  /** True in the menu, which closing the gift leads back to. */
  fromMenu?: boolean;
};

/** A gift as a plaque that opens it: label, short expiry, and how many products where there are several. */
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

/** A used gift leads nowhere (section 2.7). */
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

/** A place that no gift has taken: it says so in words, because a blank plaque would look like one that is still to come. */
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

/** What begins with a figure stands large above the rest. */
function GiftLabel({ lines: [first = "", ...rest] }: { lines: string[] }) {
  const isFigure = rest.length > 0 && /^[−+€]?\d.{0,4}$/.test(first);
  return (
    <b>
      {isFigure ? <em className="figures">{first}</em> : <span>{first}</span>}
      {rest.map((line) => (
        <span key={line}> {line}</span>
      ))}
    </b>
  );
}
