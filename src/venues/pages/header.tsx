import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { SiteView } from "../views.ts";
import { Brand } from "./brand.tsx";
import { NavLink } from "./nav-link.tsx";

/** Where a visitor without a session logs in and signs up; absent where the site offers no accounts. */
export type AccountLinks = { logInHref: string; signUpHref: string };

type HeaderProps = { site: SiteView; current?: string | undefined; account?: AccountLinks | undefined };

/** The fixed header. `header-scroll.ts` hides it on the way down and makes it solid past the first screen. */
export function Header({ site, current, account }: HeaderProps) {
  const hasLinks = site.hasNav && site.nav.header.length > 0;
  return (
    <header className="masthead" suppressHydrationWarning>
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
      {account && <AccountEntry account={account} />}
    </header>
  );
}

function AccountEntry({ account }: { account: AccountLinks }) {
  return (
    <>
      <div className="masthead-account">
        <a className="button button-quiet button-small" href={account.logInHref}>
          {m.log_in()}
        </a>
        <a className="button button-line button-small" href={account.signUpHref}>
          {m.sign_up()}
        </a>
      </div>
      <a className="masthead-me round round-line" href={account.logInHref} aria-label={m.log_in()}>
        <Icon name="user" />
      </a>
    </>
  );
}
