import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Hole } from "../../ui/hole.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import type { SiteView } from "../views.ts";
import { LANGUAGE_NAMES } from "./language-names.ts";
import { NavLink } from "./nav-link.tsx";
import { SocialLinks } from "./social-links.tsx";

/** The menu's address: without script it is the same page with the sheet open (section 2.3). */
export function menuHref(path: string): string {
  return withParameter(path, "popup=Menu");
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${parameter}`;
}

type MenuSheetProps = {
  site: SiteView;
  path: string;
  current?: string | undefined;
  isOpen?: boolean;
};

/**
 * The side menu. A closed dialog that `sheet.ts` opens over the page; or, `isOpen`, the sheet that the server shows for
 * the menu's own address, with plain links as its ways out.
 */
export function MenuSheet({ site, path, current, isOpen = false }: MenuSheetProps) {
  return (
    <>
      {isOpen && <a className="sheet-scrim" href={path} aria-hidden="true" tabIndex={-1} suppressHydrationWarning />}
      <dialog className="sheet on-paper" id="menu" aria-labelledby="menu-title" open={isOpen} suppressHydrationWarning>
        <div className="sheet-top">
          <span />
          <Ornament shape="mark" />
          <a className="round" href={path} aria-label={m.close()} data-close>
            <Icon name="x" />
          </a>
        </div>
        <div className="sheet-body">
          <h2 className="sheet-title" id="menu-title">
            {m.menu_title({ brand: site.brand })}
          </h2>
          {site.hasAccounts && (
            <Hole name="account">
              <AccountButtons />
            </Hole>
          )}
          <nav className="sheet-rows" aria-label={m.menu()}>
            {site.nav.menu.map((item) => (
              <NavLink key={item.key} item={item} current={current} className="sheet-row">
                {item.label}
                <Icon name={item.isExternal ? "arrow-up-right" : "caret-right"} small />
              </NavLink>
            ))}
          </nav>
          {site.hasLanguageSelector && <LanguageSelector site={site} path={path} />}
          {site.hasAccounts && <Hole name="leave" />}
          <MenuFoot site={site} />
        </div>
      </dialog>
    </>
  );
}

function AccountButtons() {
  return (
    <div className="menu-account">
      <a className="button button-venue" href={memberPaths.logIn}>
        {m.log_in()}
      </a>
      <a className="button button-line" href={memberPaths.register}>
        {m.sign_up()}
      </a>
    </div>
  );
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
