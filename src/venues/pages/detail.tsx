import type { ReactNode } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { NoBreakWords } from "../../ui/document/no-break-words.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Neighbours } from "../neighbours.ts";
import { BackLink } from "./back-link.tsx";
import { DetailNeighbours } from "./detail-neighbours.tsx";

/** On a phone a landscape picture fills a tall box, so it is laid out about twice as wide as the window. */
const SIZES = largeSizes("100vw", 220);

type DetailProps = {
  title: string;
  /** Null until it is known. */
  picture: PictureView | null;
  /** The list that the close link leads to when there is no history to go back to. */
  backHref: string;
  /** True when closing always leads to `backHref`, whatever the history. */
  isBackOnly?: boolean;
  /** What stands above the title: a date tag, or the kind of the entry. */
  tag?: ReactNode;
  /** What stands beside the title, such as the button that books. */
  actions?: ReactNode;
  /** The band under the title (property-list.tsx). */
  properties?: ReactNode;
  neighbours?: Neighbours | null;
  children: ReactNode;
};

/** A detail of the venue: its picture from edge to edge with the title on it, properties, text, and what comes next. */
export function Detail({
  title,
  picture,
  backHref,
  isBackOnly = false,
  tag,
  actions,
  properties,
  neighbours = null,
  children,
}: DetailProps) {
  return (
    <article className="detail" aria-labelledby="detail-title">
      <div className="detail-picture">{picture !== null && <Picture view={picture} sizes={SIZES} eager />}</div>
      <BackLink className="round detail-close" href={backHref} isOnly={isBackOnly} aria-label={m.close()}>
        <Icon name="x" />
      </BackLink>
      <header className="column detail-head">
        <div>
          {tag}
          <h1 className="title-1" id="detail-title">
            <NoBreakWords of={title} />
          </h1>
        </div>
        {actions ? <div className="detail-actions">{actions}</div> : null}
      </header>
      <div className="column">{properties}</div>
      <div className="column detail-columns">
        <div className="detail-body">{children}</div>
        {neighbours !== null && <DetailNeighbours neighbours={neighbours} />}
      </div>
    </article>
  );
}
