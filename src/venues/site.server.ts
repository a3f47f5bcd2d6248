import type { World } from "../platform/world.ts";
import type { Locale } from "./contract.ts";
import { programmeHref } from "./club.ts";
import type { CountryPolicy } from "./law/country-policy.ts";
import { GROUP } from "./group.ts";
import { venueMark } from "./venue-marks.ts";
import { mapsUrl } from "./addresses/maps.ts";
import { titleOf } from "./language/naming.ts";
import { navigationOf } from "./navigation.ts";
import { phoneLink } from "./language/phones.ts";
import { broadcastChangeTimes, navContentsOf } from "./navigation-queries.server.ts";
import type { Establishment } from "./queries.server.ts";
import { greeting } from "./language/titles.ts";
import type { Venue } from "./venue.ts";
import type { PolicyView, SiteView, SocialNetwork } from "./views.ts";

const NETWORKS: SocialNetwork[] = ["instagram", "facebook", "tiktok", "linkedin"];

/**
 * What the frame of every page of a venue shows: names, address, navigation, what its country allows. `changeTimes` are the instants at
 * which the navigation changes by itself.
 */
export async function siteView(
  world: World,
  venue: Venue,
  locale: Locale,
  row: Establishment,
): Promise<{ site: SiteView; changeTimes: Date[] }> {
  const db = world.database.db;
  const [contents, changeTimes] = await Promise.all([
    navContentsOf(db, venue.id, world.now()),
    agendaChangeTimes(world, venue),
  ]);
  const { policy, config } = venue;
  const { social } = row;
  const site: SiteView = {
    slug: venue.slug,
    country: venue.country,
    locale,
    locales: venue.locales,
    brand: GROUP.brand,
    mark: venueMark({ variant: row.logo_variant, isGold: row.logo_gold }),
    program: GROUP.program,
    name: row.name,
    title: titleOf(row, locale),
    welcome: greeting(locale),
    address: { street: row.street_address, postalCode: row.postal_code, locality: row.locality, mapsUrl: mapsUrl(row) },
    phone: phoneLink(row.contact_phone),
    onSite: { parking: row.parking, smokingArea: row.smoking_area, accessibility: !row.hide_accessibility },
    email: row.show_contact_email ? row.contact_email : null,
    // A hidden link is not sent to the browser either.
    social: NETWORKS.flatMap((network) =>
      social[network] === undefined || config.social_hidden ? [] : [{ network, href: social[network] }],
    ),
    hasSocial: !config.social_hidden,
    hasHeader: !config.header_hidden,
    hasNav: !config.nav_hidden,
    hasLanguageSelector: config.language_selector,
    hasAccounts: !config.account_hidden,
    nav: navigationOf(
      venue,
      {
        ...contents,
        hasMeetings: contents.hasMeetings && row.meetings_active,
        shopUrl: row.shop_url,
        sisterUrl: row.sister_url,
        extraLinks: row.extra_links,
      },
      locale,
    ),
    shopUrl: row.shop_url,
    loyaltyBanner: bannerOf(venue),
    sister: row.sister_url === null ? null : { label: GROUP.sisterSite, href: row.sister_url },
    policy: policyView(policy),
    responsibleGamingUrl: policy.hasRegulatorLogo ? config.responsible_gaming_url : null,
    year: world.now().getUTCFullYear(),
  };
  return { site, changeTimes };
}

export function policyView(policy: CountryPolicy): PolicyView {
  const { minimumAge, hasJackpotBlocks, hasPerks, hasRegulatorLogo, hasQualityLogo, hasPrevention } = policy;
  const gamblingWarning = policy.gamblingWarning?.name ?? null;
  return { minimumAge, hasJackpotBlocks, hasPerks, gamblingWarning, hasRegulatorLogo, hasQualityLogo, hasPrevention };
}

/** The loyalty banner of details, in France only. */
function bannerOf(venue: Venue): { href: string } | null {
  if (!venue.policy.hasPerks) return null;
  const href = programmeHref(venue);
  return href === null ? null : { href };
}

/** When the venue's announcements change next by themselves, and with them every page whose navigation links to them. */
export function agendaChangeTimes(world: World, venue: Venue): Promise<Date[]> {
  return broadcastChangeTimes(world.database.db, venue.id, world.now());
}
