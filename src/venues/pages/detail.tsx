import type { ReactNode } from "react";
import type { PictureView } from "../../ui/pictures/picture-view.ts";
import { largeSizes } from "../../ui/pictures/source.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { BackLink } from "./back-link.tsx";

/** The frame cuts the sides off a landscape picture: on a desk it is laid out about twice as wide as its box. */
const SIZES = largeSizes("90vw", 134);

type DetailProps = {
  title: string;
  /** Null while it is not known yet. */
  picture: PictureView | null;
  /** The list that the close link leads to where there is no history to go back to. */
  backHref: string;
  /** True where closing leads there whatever the history. */
  isBackOnly?: boolean;
  /** Above the title: a date tag, a kind. */
  tag?: ReactNode;
  /** Below the title: booking and the like. */
  actions?: ReactNode;
  children: ReactNode;
};

/** A detail of the venue (section 2.5): a framed sheet of the night over its own dimmed picture, or over the list that led to it. */
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
