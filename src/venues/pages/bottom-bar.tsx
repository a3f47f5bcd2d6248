import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { SiteView } from "../views.ts";
import { MENU_HREF } from "./menu-sheet.tsx";
import { NavLink } from "./nav-link.tsx";

type BottomBarProps = { site: SiteView; current?: string | undefined };

/** A phone's navigation, at the thumb. */
export function BottomBar({ site, current }: BottomBarProps) {
  return (
    <nav className="bottom" aria-label={m.nav_bottom()}>
      <ul>
        {site.nav.bottom.map((item) => (
          <li key={item.key}>
            <NavLink item={item} current={current}>
              <Icon name={item.icon} />
              {item.label}
            </NavLink>
          </li>
        ))}
        <li>
          <a href={MENU_HREF} data-sheet="menu">
            <Icon name="list" />
            {m.menu()}
          </a>
        </li>
      </ul>
    </nav>
  );
}
