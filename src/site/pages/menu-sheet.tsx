import * as paths from "../../venues/paths.ts";
import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { CloseLink } from "../../ui/sheets/close-link.tsx";
import { useLeave } from "../../ui/hooks/use-leave.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { Sheet } from "../../ui/sheets/sheet.tsx";
import type { SiteView } from "../../venues/views.ts";
import { LANGUAGE_NAMES } from "../../venues/pages/language-names.ts";
import { NavLink } from "../../venues/pages/nav-link.tsx";
import { SocialLinks } from "../../venues/pages/social-links.tsx";

type MenuSheetProps = {
  site: SiteView;
  /** Address of the page under the menu. */
  path: string;
  current?: string | undefined;
  isOpen: boolean;
  /** True when the visitor returns to the menu from a page that it led to. */
  isReverse?: boolean;
  /** The member's part, or log-in and registration. */
  account: ReactNode;
  /** The log-out button, at the end. */
  leave: ReactNode;
};

/** The side menu. Every page contains it; it is open when the address says so. */
export function MenuSheet({ site, path, current, isOpen, isReverse = false, account, leave }: MenuSheetProps) {
  const leaveMenu = useLeave();
  return (
    <Sheet
      id="menu"
      titleId="menu-title"
      isOpen={isOpen}
      isReverse={isReverse}
      leaveHref={path}
      onLeave={() => leaveMenu(path)}
    >
      <div className="sheet-top">
        <span />
        <Ornament shape="mark" />
        <CloseLink className="round" href={path} aria-label={m.close()} data-close>
          <Icon name="x" />
        </CloseLink>
      </div>
      <div className="sheet-body">
        <h2 className="sheet-title" id="menu-title">
          {m.menu_title({ brand: site.brand })}
        </h2>
        {site.hasAccounts && account}
        <nav className="sheet-rows" aria-label={m.menu()}>
          {site.nav.menu.map((item) => (
            <NavLink key={item.key} item={item} current={current} className="sheet-row">
              {item.label}
              <Icon name={item.isExternal ? "arrow-up-right" : "caret-right"} small />
            </NavLink>
          ))}
        </nav>
        {site.hasLanguageSelector && <LanguageSelector site={site} path={path} />}
        {site.hasAccounts && leave}
        <MenuFoot site={site} />
      </div>
    </Sheet>
  );
}

/** Links to log-in and registration, for visitors who are not logged in. */
export function AccountButtons() {
  return (
    <div className="menu-account">
      <a className="button button-venue" href={paths.logIn}>
        {m.log_in()}
      </a>
      <a className="button button-line" href={paths.register}>
        {m.sign_up()}
      </a>
    </div>
  );
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${parameter}`;
}

function LanguageSelector({ site, path }: { site: SiteView; path: string }) {
  return (
    <nav className="menu-languages" aria-label={m.language()}>
      {site.locales.map((locale) => (
        <a
          key={locale}
          href={withParameter(path, `locale=${locale}`)}
          hrefLang={locale}
          lang={locale}
          aria-current={locale === site.locale ? "true" : undefined}
        >
          {LANGUAGE_NAMES[locale]}
        </a>
      ))}
    </nav>
  );
}

function MenuFoot({ site }: { site: SiteView }) {
  return (
    <div className="menu-foot">
      <p>
        <b>{site.title}</b>
        {`${site.address.street}, ${site.address.locality}`}
      </p>
      <a className="text-link figures" href={site.phone.href}>
        {site.phone.label}
      </a>
      {site.hasSocial && <SocialLinks social={site.social} />}
    </div>
  );
}
