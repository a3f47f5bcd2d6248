import { policyOf } from "./country-policy.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "./contract.ts";
import { GROUP } from "./group.ts";
import { pictureAddress, venueOrigin } from "./origins.server.ts";
import { publicOrigin } from "../platform/config.server.ts";
import { namingOf } from "./naming.ts";
import type { Establishment } from "./queries.server.ts";
import { fullVenueTitle } from "./titles.ts";
import type { Venue } from "./venue.ts";

/** What a page tells search engines, browsers and social networks. `structuredData` is JSON escaped for a script element. */
export type PageHead = {
  title: string;
  description: string | null;
  isListed: boolean;
  canonical: string;
  alternates: { locale: string; href: string }[];
  siteName: string;
  ogLocale: string;
  image: string | null;
  structuredData: string[];
};

const OG_LOCALES = { fr: "fr_FR", en: "en_GB" } as const;

/** The head of a venue's page. `path` is the canonical path, without query. */
export function venueHead(
  world: World,
  venue: Venue,
  locale: Locale,
  page: { path: string; title: string; description: string | null; image: string | null; structuredData: object[] },
): PageHead {
  return {
    ...headOf(`${venueOrigin(world, venue)}${page.path}`, locale, venue.locales),
    title: page.title,
    description: page.description,
    isListed: venue.isVisible,
    siteName: `${GROUP.brand} ${venue.name}`,
    image: page.image,
    structuredData: page.structuredData.map(scriptJson),
  };
}

export function groupHead(world: World, locale: Locale, page: { title: string; description: string }): PageHead {
  return {
    ...headOf(`${publicOrigin(world.config, "localhost")}/`, locale, ["fr", "en"]),
    ...page,
    isListed: true,
    siteName: GROUP.brand,
    image: null,
    structuredData: [],
  };
}

/** schema.org data of type Casino. Fields that the venue does not have are left out. */
export function casinoData(world: World, venue: Venue, row: Establishment, description: string | null): object {
  return {
    "@context": "https://schema.org",
    "@type": "Casino",
    name: fullVenueTitle(namingOf(row), GROUP.brand),
    description: description ?? undefined,
    url: `${venueOrigin(world, venue)}/`,
    telephone: row.contact_phone,
    image: pictureAddress(world, venue, row.cover_picture, "1920x1080"),
    logo: `${venueOrigin(world, venue)}/assets/logos/logos-casinos/logo-casino-${venue.id}.svg`,
    brand: { "@type": "Brand", name: GROUP.brand },
    address: {
      "@type": "PostalAddress",
      streetAddress: row.street_address,
      postalCode: row.postal_code,
      addressLocality: row.locality,
      addressRegion: row.administrative_area_level_1 ?? undefined,
      addressCountry: row.country,
    },
    geo:
      row.latitude === null || row.longitude === null
        ? undefined
        : { "@type": "GeoCoordinates", latitude: row.latitude, longitude: row.longitude },
    currenciesAccepted: policyOf(row.country).currency,
    paymentAccepted: row.payments_accepted.length === 0 ? undefined : row.payments_accepted.join(", "),
  };
}

function headOf(canonical: string, locale: Locale, locales: readonly Locale[]) {
  const alternates = locales.map((one) => ({ locale: one as string, href: `${canonical}?locale=${one}` }));
  return {
    canonical,
    alternates: [...alternates, { locale: "x-default", href: canonical }],
    ogLocale: OG_LOCALES[locale],
  };
}

/** JSON that is safe inside a script element: it cannot close the element, and U+2028 and U+2029 are escaped, which JavaScript before 2019 refuses in
 * strings. */
function scriptJson(data: object): string {
  return JSON.stringify(data)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
