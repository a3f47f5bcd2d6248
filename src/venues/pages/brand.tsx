import { Ornament } from "../../ui/ornament.tsx";
import { m } from "../../paraglide/messages.js";

type BrandProps = { brand: string; title?: string };

/** The house's mark and name, leading Home. `title` is the venue's, where there is room for it. */
export function Brand({ brand, title }: BrandProps) {
  return (
    <a className="brand" href="/">
      <Ornament shape="mark" />
      <span>
        <b>{brand}</b>
        {title !== undefined && <small>{title}</small>}
        <span className="heard"> {m.brand_home()}</span>
      </span>
    </a>
  );
}
