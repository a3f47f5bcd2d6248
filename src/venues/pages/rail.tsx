import { m } from "../../messages/messages.js";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { SiteView } from "../views.ts";
import { SocialLinks } from "./social-links.tsx";

/** The rail on the right of a wide window: menu above, social networks below. */
export function Rail({ site }: { site: SiteView }) {
  return (
    <aside className="rail" aria-label={m.rail_label()}>
      <PopupLink className="rail-menu" popup="Menu" data-sheet="menu" data-opens="menu">
        <i aria-hidden="true" />
        <span>{m.menu()}</span>
      </PopupLink>
      {site.hasSocial && <SocialLinks social={site.social} />}
    </aside>
  );
}
