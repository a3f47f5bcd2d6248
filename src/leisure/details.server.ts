import { meetingKind } from "./meeting-slugs.ts";
import * as paths from "../venues/paths.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { Localized } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress, venueOrigin } from "../venues/addresses/origins.server.ts";
import { pairAddress } from "../venues/addresses/booking-address.ts";
import { phoneLink } from "../venues/language/phones.ts";
import { slugify } from "../venues/addresses/slugs.ts";
import { establishment, type Establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import { casinoId } from "../venues/casino-data.server.ts";
import { placeData } from "./place-data.ts";
import { openingsOf } from "../venues/hours/openings.ts";
import { bookingOf, hoursToday, placeHours } from "./place-hours.ts";
import {
  activeMeeting,
  activitiesOf,
  activityBySlug,
  restaurantBySlug,
  restaurantsOf,
  successorOf,
} from "./queries.server.ts";
import type { MeetingDetail, Offering, PlaceDetail } from "./views.ts";

/** The entry at an address, the address that it has now, or null. */
export type Lookup<Found> = { found: Found } | { movedTo: string } | null;

type OfferingRow = NonNullable<Awaited<ReturnType<typeof activityBySlug>>>;
type RestaurantRow = NonNullable<Awaited<ReturnType<typeof restaurantBySlug>>>;

/** A restaurant, bar or hotel by the name in its address, which may be any text. */
export async function restaurantDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  asked: string,
): Promise<Lookup<PlaceDetail>> {
  const db = world.database.db;
  const slug = slugify(asked);
  const [row, venueRow] = await Promise.all([restaurantBySlug(db, venue.id, slug), establishment(db, venue.id)]);
  if (row === undefined) {
    const present = await presentSlug(db, venue.id, "restaurant", slug, await restaurantsOf(db, venue.id));
    return present === null ? null : { movedTo: paths.restaurant(present) };
  }
  const path = paths.restaurant(slug);
  if (slug !== asked) return { movedTo: path };
  const now = world.now();
  return {
    found: {
      ...(await offeringOf(world, venueRow, locale, row, path)),
      kind: row.type,
      ...bookingOf(row, venue, locale, now),
      openings: row.opening_hours === null ? "" : openingsOf(row.opening_hours, venue, locale, now),
      menuUrl: row.menu_link,
      today: row.opening_hours === null ? null : hoursToday(row.opening_hours, venue, locale, now),
      hours: row.opening_hours === null ? null : placeHours(row.opening_hours, venue, locale, now),
      data: dataOf(world, venue, locale, row, venueRow),
    },
  };
}

/** An activity by the name in its address. */
export async function activityDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  asked: string,
): Promise<Lookup<PlaceDetail>> {
  const db = world.database.db;
  const slug = slugify(asked);
  const [row, venueRow] = await Promise.all([activityBySlug(db, venue.id, slug), establishment(db, venue.id)]);
  if (row === undefined) {
    const present = await presentSlug(db, venue.id, "activity", slug, await activitiesOf(db, venue.id));
    return present === null ? null : { movedTo: paths.activity(present) };
  }
  const path = paths.activity(slug);
  if (slug !== asked) return { movedTo: path };
  return {
    found: {
      ...(await offeringOf(world, venueRow, locale, row, path)),
      kind: "activity",
      openings: "",
      ...bookingOf({ opening_hours: null, ...row }, venue, locale, world.now()),
      menuUrl: null,
      today: null,
      hours: null,
      data: null,
    },
  };
}

/** One of the two kinds of meetings by its address; null where the venue hosts none. */
export async function meetingDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  asked: string,
): Promise<Lookup<MeetingDetail>> {
  const slug = slugify(asked);
  const kind = meetingKind(slug);
  if (kind === undefined) return null;
  const db = world.database.db;
  const [row, venueRow] = await Promise.all([activeMeeting(db, venue.id, kind), establishment(db, venue.id)]);
  if (row === undefined) return null;
  const path = paths.meeting(slug);
  if (slug !== asked) return { movedTo: path };
  return {
    found: { ...(await offeringOf(world, venueRow, locale, row, path)), contactUrl: row.reservation_link },
  };
}

/** The slug that an entry has now: its successor's, or that of the one whose label in either language makes this slug. */
async function presentSlug(
  db: World["database"]["db"],
  establishmentId: number,
  noun: "restaurant" | "activity",
  slug: string,
  rows: { slug: string; label: Localized }[],
): Promise<string | null> {
  const named = rows.find(({ label }) => slugify(label.fr) === slug || slugify(label.en) === slug);
  return (await successorOf(db, establishmentId, noun, slug)) ?? named?.slug ?? null;
}

async function offeringOf(
  world: World,
  establishment: Establishment,
  locale: Locale,
  row: Omit<OfferingRow, "slug" | "position">,
  path: string,
): Promise<Offering> {
  const picture = await pictureViews(world.database.db, [row.picture_key], locale);
  const phone = row.contact_phone ?? establishment.contact_phone;
  return {
    path,
    label: row.label[locale],
    summary: row.summary[locale],
    presentation: sanitiseRich(row.presentation?.[locale] ?? "") || null,
    picture: picture(row.picture_key),
    phone: phoneLink(phone),
    phoneHours: row.contact_phone === null ? (establishment.phone_hours?.[locale] ?? null) : null,
  };
}

function dataOf(world: World, venue: Venue, locale: Locale, row: RestaurantRow, establishment: Establishment): object {
  const today = wallTime(world.now(), venue.policy.timeZone).date;
  return placeData(
    {
      type: row.type,
      name: row.label[locale],
      description: row.summary[locale],
      url: `${venueOrigin(world, venue)}${paths.restaurant(row.slug)}`,
      image: pictureAddress(world, venue, row.picture_key, "1920x1080"),
      telephone: row.contact_phone ?? establishment.contact_phone,
      address: {
        street: establishment.street_address,
        postalCode: establishment.postal_code,
        locality: establishment.locality,
        region: establishment.administrative_area_level_1,
        country: establishment.country,
      },
      hours: row.opening_hours,
      menuUrl: row.menu_link,
      bookingUrl: pairAddress(bookingOf(row, venue, locale, world.now()).bookingUrl),
      casino: casinoId(world, venue),
    },
    today,
  );
}
