import { MEETING_SLUGS } from "./meeting-slugs.ts";
import * as paths from "../venues/paths.ts";
import { agendaCards } from "../agenda/agenda.server.ts";
import type { AnnouncementCard } from "../agenda/views.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { OpeningHours } from "../platform/opening-hours.ts";
import type { Localized } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import { m } from "../messages/messages.js";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress } from "../venues/addresses/origins.server.ts";
import { establishment } from "../venues/records.server.ts";
import { pairAddress } from "../venues/addresses/booking-address.ts";
import type { Venue } from "../venues/venue.ts";
import { openingsOf } from "../venues/hours/openings.ts";
import { bookingOf, bookingToday, endOfToday, hoursToday } from "./place-hours.ts";
import { isTable } from "./place-kinds.ts";
import { type Place, placesOf } from "./places.server.ts";
import { activitiesOf, galleryWithoutGames, meetingsOf, restaurantsOf } from "./queries.server.ts";
import type { HallShow, LeisureView, MeetingCard, PlaceCard } from "./views.ts";

/** Restaurants, activities and meetings of a venue for the content API. */
export async function leisureForApi(world: World, venue: Venue, locale: Locale) {
  const now = world.now();
  const db = world.database.db;
  const [restaurants, activities, meetings] = await Promise.all([
    restaurantsOf(db, venue.id),
    activitiesOf(db, venue.id),
    meetingsOf(db, venue.id),
  ]);
  const shown = (row: Pick<Place, "label" | "picture_key" | "summary" | "presentation" | "contact_phone">) => ({
    label: row.label[locale],
    picture: pictureAddress(world, venue, row.picture_key),
    summary: row.summary[locale],
    presentation: sanitiseRich(row.presentation?.[locale] ?? ""),
    contact_phone: row.contact_phone,
  });
  return {
    restauration: restaurants.map((row) => ({
      slug: row.slug,
      type: row.type,
      ...shown(row),
      opening_hours: row.opening_hours,
      reservation_link: bookingToday(row.reservation_link, venue, now),
      menu_link: row.menu_link,
    })),
    activity: activities.map((row) => ({
      slug: row.slug,
      ...shown(row),
      lang: { fr: { summary: row.summary.fr }, en: { summary: row.summary.en } },
      reservation_link: bookingToday(row.reservation_link, venue, now),
    })),
    meetings: Object.fromEntries(
      meetings.map((row) => [row.kind, { ...shown(row), reservation_link: row.reservation_link }]),
    ),
  };
}

/**
 * Restaurants, bars, hotels and activities of a venue as cards, in the venue's order. `changeTimes` are the instants at which a
 * place closes for today.
 */
export async function placeCards(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<{ places: PlaceCard[]; changeTimes: Date[] }> {
  const now = world.now();
  const { db } = world.database;
  const rows = await placesOf(db, venue.id);
  const keys = rows.map((row) => row.picture_key);
  const picture = await pictureViews(db, keys, locale);
  const places = rows.map((row) => {
    const { bookingUrl, bookingDay } = bookingOf(row, venue, locale, now);
    return {
      label: row.label[locale],
      summary: row.summary[locale],
      picture: picture(row.picture_key),
      kind: row.kind,
      href: row.path,
      hours: hoursWords(row.opening_hours, venue, locale, now),
      openings: row.opening_hours === null ? "" : openingsOf(row.opening_hours, venue, locale, now),
      // A list does not ask for the number of guests.
      bookingUrl: pairAddress(bookingUrl),
      bookingDay,
      menuUrl: row.menu_link,
    };
  });
  const ends = rows.map(({ opening_hours: hours }) => (hours === null ? null : endOfToday(hours, venue, now)));
  return { places, changeTimes: ends.filter((end) => end !== null) };
}

export async function meetingCards(world: World, venue: Venue, locale: Locale): Promise<MeetingCard[]> {
  const rows = await meetingsOf(world.database.db, venue.id);
  const picture = await pictureViews(
    world.database.db,
    rows.map((row) => row.picture_key),
    locale,
  );
  return rows.map((row) => ({
    kind: row.kind,
    label: row.label[locale],
    summary: row.summary[locale],
    picture: picture(row.picture_key),
    href: paths.meeting(MEETING_SLUGS[row.kind]),
  }));
}

/**
 * The data of '/restauration': restaurants and bars, hotels, activities and the show hall. `changeTimes` are the instants at
 * which the hall's show changes or a place closes for today.
 */
export async function leisureView(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<{ leisure: LeisureView; changeTimes: Date[] }> {
  const db = world.database.db;
  const [row, { places, changeTimes }, hallCards, gallery] = await Promise.all([
    establishment(db, venue.id),
    placeCards(world, venue, locale),
    agendaCards(world, venue, locale),
    galleryWithoutGames(db, venue.id),
  ]);
  const shown = new Set(places.map((place) => place.picture.key));
  const opening = gallery.find((key) => !shown.has(key)) ?? row.cover_picture;
  const picture = await pictureViews(db, [opening], locale);
  const hall = row.theater?.[locale];
  const tables = places.filter(isTable);
  const activitiesTitle = row.horsjeu_summary?.activity?.[locale] ?? m.leisure_activities();
  const leisure = {
    title: leisureTitle(row.horsjeu_summary, places, locale),
    picture: picture(opening),
    tables,
    hotels: places.filter(({ kind }) => kind === "hostel"),
    activities: places.filter(({ kind }) => kind === "activity"),
    activitiesTitle: tables.length > 0 ? activitiesTitle : m.leisure_activities(),
    hall: hall === undefined ? null : { text: hall, show: hallShow(hallCards.cards) },
  };
  return { leisure, changeTimes: [...changeTimes, ...hallCards.changeTimes] };
}

function hallShow(cards: AnnouncementCard[]): HallShow | null {
  const show = cards.find(({ isShow }) => isShow);
  if (show === undefined) return null;
  const { title, dateTag, picture, href } = show;
  return { title, dateTag, picture, href };
}

type Titles = { restauration?: Localized; activity?: Localized } | null;

/** The venue's own title for its restaurants, or for its activities where it has no restaurant or bar. */
export function leisureTitle(titles: Titles, places: Pick<PlaceCard, "kind">[], locale: Locale): string {
  if (places.some(isTable)) return titles?.restauration?.[locale] ?? m.leisure_title();
  if (places.some(({ kind }) => kind === "activity")) return titles?.activity?.[locale] ?? m.leisure_activities();
  return m.leisure_tables();
}

function hoursWords(hours: OpeningHours | null, venue: Venue, locale: Locale, now: Date): string | null {
  if (hours === null) return null;
  const { ranges } = hoursToday(hours, venue, locale, now);
  return ranges === null ? m.leisure_closed_today() : m.leisure_today({ hours: ranges });
}
