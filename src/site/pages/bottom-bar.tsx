import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopupLink } from "../../ui/sheets/popup-link.tsx";
import type { SiteView } from "../../venues/views.ts";
import { NavLink } from "../../venues/pages/nav-link.tsx";

type BottomBarProps = { site: SiteView; current?: string | undefined };

/** The navigation bar at the bottom of a phone's screen. */
export function BottomBar({ site, current }: BottomBarProps) {
  return (
    <nav className="bottom" aria-label={m.nav_bottom()}>
      <ul data-items={site.nav.bottom.length + 1}>
        {site.nav.bottom.map((item) => (
          <li key={item.key}>
            <NavLink item={item} current={current}>
              <Icon name={item.icon} />
              {item.label}
            </NavLink>
          </li>
        ))}
        <li>
          <PopupLink popup="Menu" data-sheet="menu" data-opens="menu">
            <Icon name="list" />
            {m.menu()}
          </PopupLink>
        </li>
      </ul>
    </nav>
  );
}
