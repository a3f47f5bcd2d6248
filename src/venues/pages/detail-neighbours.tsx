import { m } from "../../messages/messages.js";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { Neighbours, Neighbour } from "../neighbours.ts";
import { PageLink } from "./page-link.tsx";

const SIZES = "(min-width: 900px) 16vw, 8rem";
const ALONE_SIZES = "(min-width: 900px) 36vw, 8rem";

/** What comes next after a detail. One that stands alone fills the column on a wide screen. */
export function DetailNeighbours({ neighbours: { same, previous, next } }: { neighbours: Neighbours }) {
  const isAlone = [...same, previous, next].filter((one) => one !== null).length === 1;
  return (
    <div className={isAlone ? "detail-around is-alone" : "detail-around"}>
      {same.length > 0 && (
        <section aria-labelledby="same-title">
          <h2 className="title-2" id="same-title">
            {m.detail_same_evening()}
          </h2>
          {same.map((one) => (
            <Tile key={one.href} to={one} isAlone={isAlone} />
          ))}
        </section>
      )}
      {(previous ?? next) !== null && (
        <nav aria-label={m.detail_around()}>
          {previous !== null && <Tile to={previous} way="previous" isAlone={isAlone} />}
          {next !== null && <Tile to={next} way="next" isAlone={isAlone} />}
        </nav>
      )}
    </div>
  );
}

function Tile({ to, way, isAlone }: { to: Neighbour; way?: "previous" | "next"; isAlone: boolean }) {
  return (
    <PageLink className="detail-tile" href={to.href}>
      <span className="picture">
        <Picture view={{ ...to.picture, alt: "" }} sizes={isAlone ? ALONE_SIZES : SIZES} />
      </span>
      <span>
        {way && (
          <small className="label">
            <Icon name={way === "next" ? "caret-right" : "caret-left"} small />{" "}
            {way === "next" ? m.next() : m.previous()}
          </small>
        )}
        <b className="title-3">
          <NoBreakWords of={to.title} />
        </b>
        {to.note !== null && <small className="quiet figures">{to.note}</small>}
      </span>
    </PageLink>
  );
}
