import type { ReactNode } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { BackLink } from "./back-link.tsx";

/** The frame crops the sides of a landscape picture: on a wide window it is laid out about twice as wide as its box. */
const SIZES = largeSizes("90vw", 134);

type DetailProps = {
  title: string;
  /** Null until it is known. */
  picture: PictureView | null;
  /** The list that the close link leads to when there is no history to go back to. */
  backHref: string;
  /** True when closing always leads to `backHref`, whatever the history. */
  isBackOnly?: boolean;
  /** Above the title: a date tag, a kind. */
  tag?: ReactNode;
  /** Below the title: booking and the like. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A detail of the venue: a framed sheet over its own dimmed picture, or over the list that opened it. */
export function Detail({ title, picture, backHref, isBackOnly = false, tag, actions, children }: DetailProps) {
  return (
    <div className="detail">
      {picture !== null && (
        <div className="detail-scene" aria-hidden="true">
          <Picture view={{ ...picture, alt: "" }} sizes="300px" widths={[300]} />
        </div>
      )}
      <article className="detail-frame" aria-labelledby="detail-title">
        <div className="detail-picture frame-picture">
          {picture !== null && <Picture view={picture} sizes={SIZES} eager />}
        </div>
        <div className="detail-body">
          <BackLink className="round detail-close" href={backHref} isOnly={isBackOnly} aria-label={m.close()}>
            <Icon name="x" />
          </BackLink>
          {tag}
          <h1 className="title-1" id="detail-title">
            {title}
          </h1>
          {actions ? <div className="detail-actions">{actions}</div> : null}
          {children}
        </div>
      </article>
    </div>
  );
}
