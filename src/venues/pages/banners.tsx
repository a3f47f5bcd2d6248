import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { SiteView } from "../views.ts";
import { PageLink } from "./page-link.tsx";
import { GamblingWarning } from "./gambling-warning.tsx";

/** The two banners under a detail: the loyalty programme where the country allows perks, and the shop where the venue has one. */
export function Banners({ site }: { site: SiteView }) {
  return (
    <>
      {site.loyaltyBanner && <LoyaltyBanner site={site} href={site.loyaltyBanner.href} />}
      {site.shopUrl !== null && <ShopBanner href={site.shopUrl} />}
    </>
  );
}

/** As a commercial communication this banner must carry the gambling warning (D.320-2 CSI). */
function LoyaltyBanner({ site, href }: { site: SiteView; href: string }) {
  const Link = href.startsWith("/") ? PageLink : OutboundLink;
  return (
    <div className="banner-promo">
      <Link className="banner is-velvet" href={href}>
        <Ornament shape="mark" />
        <span>
          <b>{m.banner_loyalty_title({ program: site.program })}</b>
          <span className="quiet">{m.banner_loyalty_text()}</span>
        </span>
        <Icon name={href.startsWith("/") ? "arrow-right" : "arrow-up-right"} />
      </Link>
      {site.policy.gamblingWarning && <GamblingWarning className="small quiet" name={site.policy.gamblingWarning} />}
    </div>
  );
}

function ShopBanner({ href }: { href: string }) {
  return (
    <OutboundLink className="banner" href={href}>
      <Icon name="gift" />
      <span>
        <b>{m.banner_shop_title()}</b>
        <span className="quiet">{m.banner_shop_text()}</span>
      </span>
      <Icon name="arrow-up-right" />
    </OutboundLink>
  );
}
