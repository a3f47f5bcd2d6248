import { m } from "../../paraglide/messages.js";
import type { SiteView } from "../views.ts";
import { MENU_HREF } from "./menu-sheet.tsx";
import { SocialLinks } from "./social-links.tsx";

/** The rail on the right of a desk's window: the menu above, the networks below. */
export function Rail({ site }: { site: SiteView }) {
  return (
    <aside className="rail" aria-label={m.rail_label()}>
      <a className="rail-menu" href={MENU_HREF} data-sheet="menu">
        <i aria-hidden="true" />
        <span>{m.menu()}</span>
      </a>
      {site.hasSocial && <SocialLinks social={site.social} />}
    </aside>
  );
}
