import type { ReactNode } from "react";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { Failure } from "../../ui/failure.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { SiteView } from "../views.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { ConsentBanner } from "./consent-banner.tsx";
import { Footer } from "./footer.tsx";
import { Hole } from "../../ui/hole.tsx";
import { Header } from "./header.tsx";
import { MenuSheet } from "./menu-sheet.tsx";
import { Rail } from "./rail.tsx";

type FrameProps = {
  site: SiteView;
  /** The page's own path, for links that lead back to it. */
  path: string;
  /** Key of the navigation entry whose page this is. */
  current?: string;
  /** The page of popup=Menu: the sheet stands open. */
  isMenuOpen?: boolean;
  children: ReactNode;
};

/**
 * What stands around every page of a venue: skip link, consent banner, header, rail, footer, bottom bar and menu. What a member sees
 * instead stands in holes: `entry` of the header, `account` and `leave` of the menu, `after` for what opens over the page.
 */
export function Frame({ site, path, current, isMenuOpen = false, children }: FrameProps) {
  return (
    <>
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      <ConsentBanner />
      {site.hasHeader && <Header site={site} current={current} />}
      {site.hasNav && <Rail site={site} path={path} />}
      <div className={site.hasNav ? "page" : "page is-bare"}>
        <main id="contenu" tabIndex={-1}>
          {children}
        </main>
        {site.sister && current !== "prevention" && <SisterSite sister={site.sister} />}
        <Footer site={site} />
      </div>
      {site.hasNav && <BottomBar site={site} path={path} current={current} />}
      {site.hasNav && <MenuSheet site={site} path={path} current={current} isOpen={isMenuOpen} />}
      <Failure text={m.failure_text()} close={m.close()} />
      {site.hasAccounts && <Hole name="after" />}
    </>
  );
}

/** The way to the group's gaming site in Switzerland (section 2.4). */
function SisterSite({ sister }: { sister: NonNullable<SiteView["sister"]> }) {
  return (
    <aside className="column sister" aria-label={sister.label}>
      <OutboundLink className="sister-link" href={sister.href}>
        <b>{sister.label}</b>
        <span className="quiet">{m.sister_site()}</span>
        <Icon name="arrow-up-right" />
      </OutboundLink>
    </aside>
  );
}
