import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { SiteView } from "../views.ts";
import { menuHref } from "./menu-sheet.tsx";
import { NavLink } from "./nav-link.tsx";

type BottomBarProps = { site: SiteView; path: string; current?: string | undefined };

/** A phone's navigation, at the thumb. */
export function BottomBar({ site, path, current }: BottomBarProps) {
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
          <a href={menuHref(path)} data-sheet="menu">
            <Icon name="list" />
            {m.menu()}
          </a>
        </li>
      </ul>
    </nav>
  );
}
