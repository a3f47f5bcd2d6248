import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { SiteView } from "../../venues/views.ts";
import { BottomBar } from "./bottom-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Rail } from "../../venues/pages/rail.tsx";

type FrameProps = {
  site: SiteView;
  /** Key of the navigation entry of this page. */
  current?: string | undefined;
  /** The header's link to the member area. */
  entry: ReactNode;
  /** Stands between the header and the page: the consent banner. */
  banner: ReactNode;
  children: ReactNode;
};

/** The frame of every page of a venue: header, rail, footer and bottom bar. */
export function Frame({ site, current, entry, banner, children }: FrameProps) {
  return (
    <>
      {site.hasHeader && <Header site={site} current={current} entry={entry} />}
      {banner}
      {site.hasNav && <Rail site={site} />}
      <div className={site.hasNav ? "page" : "page is-bare"}>
        <main id="contenu" tabIndex={-1}>
          {children}
        </main>
        {site.sister && current !== "prevention" && <SisterSite sister={site.sister} />}
        <Footer site={site} />
      </div>
      {site.hasNav && <BottomBar site={site} current={current} />}
    </>
  );
}

/** A link to the group's Swiss online casino. */
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
