import { m } from "../../messages/messages.js";
import type { VenueMark } from "../venue-marks.ts";
import { PageLink } from "./page-link.tsx";

type BrandProps = { brand: string; mark: VenueMark; title?: string };

/**
 * The house's mark and name, leading Home. `title` is the venue's, where there is room for it. The mark is drawn in the page:
 * as a picture of the style sheet it would be one more thing to load before the first.
 */
export function Brand({ brand, mark, title }: BrandProps) {
  return (
    <PageLink className="brand" href="/">
      <svg className="house-mark" viewBox="0 0 64 64" data-gold={mark.isGold || undefined} aria-hidden="true">
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
