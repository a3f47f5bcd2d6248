import { m } from "../../messages/messages.js";
import type { VenueMark } from "../venue-marks.ts";
import { PageLink } from "./page-link.tsx";

type BrandProps = { brand: string; mark: VenueMark; title?: string };

/**
 * The venue's logo and name, linked to Home. `title` adds the venue's title where there is room. The logo is inline SVG: as an
 * image in the style sheet it would delay the first paint.
 */
export function Brand({ brand, mark, title }: BrandProps) {
  return (
    <PageLink className="brand" href="/">
      <svg className="venue-mark" viewBox="0 0 64 64" data-gold={mark.isGold || undefined} aria-hidden="true">
        <path d={mark.lines} />
      </svg>
      <span>
        <b>{brand}</b>
        {title !== undefined && <small>{title}</small>}
        <span className="heard">{` ${m.brand_home()}`}</span>
      </span>
    </PageLink>
  );
}
