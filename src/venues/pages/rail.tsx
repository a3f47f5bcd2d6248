import { m } from "../../paraglide/messages.js";
import type { SiteView } from "../views.ts";
import { menuHref } from "./menu-sheet.tsx";
import { SocialLinks } from "./social-links.tsx";

/** The rail on the right of a desk's window: the menu above, the networks below. */
export function Rail({ site, path }: { site: SiteView; path: string }) {
  return (
    <aside className="rail" aria-label={m.rail_label()}>
      <a className="rail-menu" href={menuHref(path)} data-sheet="menu">
        <i aria-hidden="true" />
        <span>{m.menu()}</span>
      </a>
      {site.hasSocial && <SocialLinks social={site.social} />}
    </aside>
  );
}
