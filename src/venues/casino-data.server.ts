import type { Casino, Organization, PostalAddress, WithContext } from "schema-dts";
import { wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { GROUP } from "./group.ts";
import { hoursData } from "./hours/hours-data.ts";
import { mapsUrl } from "./addresses/maps.ts";
import { titleOf } from "./language/naming.ts";
import { groupOrigin, pictureAddress, venueOrigin } from "./addresses/origins.server.ts";
import type { PageRequest } from "./document/page-request.server.ts";
import type { Establishment } from "./queries.server.ts";
import type { Venue } from "./venue.ts";
import type { VenueTile } from "./views.ts";

/** The casino's identifier in structured data, to which its restaurants and events refer. */
export function casinoId(world: Pick<World, "config">, venue: Venue): string {
  return `${venueOrigin(world, venue)}/#casino`;
}

/**
 * Structured data of type Casino, the same on every page of a venue. Its name is the title that visitors read. What the
 * venue does not have is left out.
 */
export function casinoData(
  { world, locale }: Pick<PageRequest, "world" | "locale">,
  venue: Venue,
  row: Establishment,
): WithContext<Casino> {
  const origin = venueOrigin(world, venue);
  const pages = [...(venue.config.social_hidden ? [] : Object.values(row.social)), ...row.same_as];
  return {
    "@context": "https://schema.org",
    "@type": "Casino",
    "@id": casinoId(world, venue),
    name: titleOf(row, locale),
    description: row.tagline[locale],
    url: `${origin}/`,
    telephone: row.contact_phone,
    image: pictureAddress(world, venue, row.cover_picture, "1920x1080"),
    logo: `${origin}/assets/logos/logos-casinos/logo-casino-${venue.id}.svg`,
    brand: { "@type": "Brand", name: GROUP.brand },
    address: postalAddress(row),
    ...(row.latitude === null || row.longitude === null
      ? {}
      : { geo: { "@type": "GeoCoordinates", latitude: row.latitude, longitude: row.longitude } }),
    hasMap: mapsUrl(row),
    ...hoursData(row.opening_hours, wallTime(world.now(), venue.policy.timeZone).date),
    ...(pages.length === 0 ? {} : { sameAs: pages }),
    currenciesAccepted: venue.policy.currency,
    ...(row.payments_accepted.length === 0 ? {} : { paymentAccepted: row.payments_accepted.join(", ") }),
  };
}

type Address = Pick<
  Establishment,
  "street_address" | "postal_code" | "locality" | "administrative_area_level_1" | "country"
>;
/** A venue's address in structured data. */
export function postalAddress(row: Address): PostalAddress {
  return {
    "@type": "PostalAddress",
    streetAddress: row.street_address,
    postalCode: row.postal_code,
    addressLocality: row.locality,
    ...(row.administrative_area_level_1 === null ? {} : { addressRegion: row.administrative_area_level_1 }),
    addressCountry: row.country,
  };
}

/** Structured data of type Organization for the group's front page, with its casinos. */
export function groupData(
  world: Pick<World, "config">,
  venues: readonly VenueTile[],
  words: { description: string; image: string | null },
): WithContext<Organization> {
  const origin = groupOrigin(world);
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": `${origin}/#group`,
    name: GROUP.brand,
    description: words.description,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    ...(words.image === null ? {} : { image: words.image }),
    subOrganization: venues.map(({ title, origin: own }) => ({
      "@type": "Casino",
      "@id": `${own}/#casino`,
      name: title,
      url: `${own}/`,
    })),
  };
}
