import * as paths from "../../venues/paths.ts";
import { type ReactNode, useRef } from "react";
import { useLocation } from "react-router";
import { m } from "../../messages/messages.js";
import { useHeaderScroll } from "../../ui/hooks/use-header-scroll.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { SiteView } from "../../venues/views.ts";
import { Brand } from "../../venues/pages/brand.tsx";
import { NavLink } from "../../venues/pages/nav-link.tsx";

type HeaderProps = { site: SiteView; current?: string | undefined; entry: ReactNode };

/** The fixed header. It hides on scrolling down and turns opaque past the first screen. */
export function Header({ site, current, entry }: HeaderProps) {
  const ref = useRef<HTMLElement>(null);
  useHeaderScroll(ref, useLocation().pathname);
  const hasLinks = site.hasNav && site.nav.header.length > 0;
  return (
    <header ref={ref} className="masthead">
      <Brand brand={site.brand} mark={site.mark} title={site.title} />
      {hasLinks && (
        <nav className="masthead-nav" aria-label={m.nav_main()}>
          <ul>
            {site.nav.header.map((item) => (
              <li key={item.key}>
                <NavLink item={item} current={current} />
              </li>
            ))}
          </ul>
        </nav>
      )}
      {site.hasAccounts && entry}
    </header>
  );
}

/** For visitors who are not logged in: log-in and registration in a wide window, one round button on a phone. */
export function AccountEntry() {
  return (
    <>
      <div className="masthead-account">
        <a className="button button-quiet button-small" href={paths.logIn}>
          {m.log_in()}
        </a>
        <a className="button button-line button-small" href={paths.register}>
          {m.sign_up()}
        </a>
      </div>
      <a className="masthead-me round round-line" href={paths.logIn} aria-label={m.log_in()}>
        <Icon name="user" />
      </a>
    </>
  );
}
