import { MEETING_SLUGS } from "./meeting-slugs.ts";
import * as paths from "../venues/paths.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress, venueOrigin } from "../venues/addresses/origins.server.ts";
import { pairAddress } from "../venues/addresses/booking-address.ts";
import { phoneLink } from "../venues/language/phones.ts";
import { slugify } from "../venues/addresses/slugs.ts";
import { establishment, type Establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import { casinoId, postalAddress } from "../venues/casino-data.server.ts";
import { placeData } from "./place-data.ts";
import { openingsOf } from "../venues/hours/openings.ts";
import { bookingOf, hoursToday, placeHours } from "./place-hours.ts";
import { type Place, placesOf } from "./places.server.ts";
import { meetingsOf, successorOf } from "./queries.server.ts";
import type { MeetingDetail, Offering, PlaceDetail } from "./views.ts";

/** The entry at an address, the address that it has now, or null. */
export type Lookup<Found> = { found: Found } | { movedTo: string } | null;

/** A restaurant, bar or hotel, or an activity, by the name in its address, which may be any text. */
export async function placeDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  { noun, asked }: { noun: "restaurant" | "activity"; asked: string },
): Promise<Lookup<PlaceDetail>> {
  const { db } = world.database;
  const slug = slugify(asked);
  const [rows, venueRow] = await Promise.all([placesOf(db, venue.id), establishment(db, venue.id)]);
  const places = rows.filter(({ kind }) => (kind === "activity") === (noun === "activity"));
  const place = places.find((one) => one.slug === slug);
  if (place === undefined) {
    const named = places.find(({ label }) => slugify(label.fr) === slug || slugify(label.en) === slug);
    const present = (await successorOf(db, venue.id, noun, slug)) ?? named?.slug;
    return present === undefined
      ? null
      : { movedTo: noun === "activity" ? paths.activity(present) : paths.restaurant(present) };
  }
  if (slug !== asked) return { movedTo: place.path };
  const now = world.now();
  const hours = place.opening_hours;
  return {
    found: {
      ...(await offeringOf(world, venueRow, locale, place)),
      kind: place.kind,
      ...bookingOf(place, venue, locale, now),
      openings: hours === null ? "" : openingsOf(hours, venue, locale, now),
      menuUrl: place.menu_link,
      today: hours === null ? null : hoursToday(hours, venue, locale, now),
      hours: hours === null ? null : placeHours(hours, venue, locale, now),
      data: dataOf(world, venue, locale, place, venueRow),
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
  const { db } = world.database;
  const slug = slugify(asked);
  const [rows, venueRow] = await Promise.all([meetingsOf(db, venue.id), establishment(db, venue.id)]);
  const row = rows.find(({ kind }) => MEETING_SLUGS[kind] === slug);
  if (row === undefined || !venueRow.meetings_active) return null;
  const path = paths.meeting(slug);
  if (slug !== asked) return { movedTo: path };
  return {
    found: { ...(await offeringOf(world, venueRow, locale, { ...row, path })), contactUrl: row.reservation_link },
  };
}

async function offeringOf(
  world: World,
  establishment: Establishment,
  locale: Locale,
  row: Pick<Place, "path" | "label" | "summary" | "presentation" | "picture_key" | "contact_phone">,
): Promise<Offering> {
  const picture = await pictureViews(world.database.db, [row.picture_key], locale);
  const phone = row.contact_phone ?? establishment.contact_phone;
  return {
    path: row.path,
    label: row.label[locale],
    summary: row.summary[locale],
    presentation: sanitiseRich(row.presentation?.[locale] ?? "") || null,
    picture: picture(row.picture_key),
    phone: phoneLink(phone),
    phoneHours: row.contact_phone === null ? (establishment.phone_hours?.[locale] ?? null) : null,
  };
}

/** Structured data; none for an activity. */
function dataOf(world: World, venue: Venue, locale: Locale, place: Place, establishment: Establishment): object | null {
  if (place.kind === "activity") return null;
  return placeData(
    {
      type: place.kind,
      name: place.label[locale],
      description: place.summary[locale],
      url: `${venueOrigin(world, venue)}${place.path}`,
      image: pictureAddress(world, venue, place.picture_key, "1920x1080"),
      telephone: place.contact_phone ?? establishment.contact_phone,
      address: postalAddress(establishment),
      hours: place.opening_hours,
      menuUrl: place.menu_link,
      bookingUrl: pairAddress(bookingOf(place, venue, locale, world.now()).bookingUrl),
      casino: casinoId(world, venue),
    },
    wallTime(world.now(), venue.policy.timeZone).date,
  );
}
