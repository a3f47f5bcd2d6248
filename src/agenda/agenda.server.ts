import * as paths from "../venues/paths.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress, venueOrigin } from "../venues/addresses/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { pairAddress } from "../venues/addresses/booking-address.ts";
import { dateTag, isToday } from "../venues/document/date-tags.ts";
import type { Establishment } from "../venues/records.server.ts";
import { agendaChangeTimes } from "../venues/site.server.ts";
import { bookingView, reservationAddress } from "./booking.server.ts";
import { eventDayDate, eventChangeTimes, isAtNight, isOver, shownUntil, eventOfThisDay } from "./event-day.ts";
import {
  eventProperties,
  storedProperties,
  structuredProperties,
  type Reading,
  type Row,
} from "./event-properties.server.ts";
import { broadcastAnnouncement, broadcastAnnouncements } from "./queries.server.ts";
import { eventSummary } from "./summary.server.ts";
import type { AnnouncementCard, AnnouncementDetail, AnnouncementHead } from "./views.ts";

/** Gives the view of a stored picture. */
export type PictureOf = (key: string) => PictureView;

/**
 * The announcements and shows broadcast now, as cards: the event of this event day first, then the others in the order of their
 * start, then what has begun on an earlier day. `changeTimes` are the instants at which that list changes by itself.
 */
export async function agendaCards(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<{ cards: AnnouncementCard[]; changeTimes: Date[] }> {
  const { rows, changeTimes, picture } = await broadcastNow(world, venue, locale);
  const reading = { now: world.now(), venue, locale };
  return { cards: inOrder(rows, reading).map((row) => cardOf(row, reading, picture)), changeTimes };
}

/** Events as `agendaCards` lists them. */
export function inOrder(rows: readonly Row[], { now, venue }: Reading): Row[] {
  const zone = venue.policy.timeZone;
  const today = eventDayDate(now, zone);
  const first = eventOfThisDay(rows, now, zone);
  const rank = (row: Row) => (row === first ? 0 : eventDayDate(row.start_at, zone) < today ? 2 : 1);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** The announcement or show of this id while it is broadcast; null for any other id, and for another venue's. */
export async function announcementDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  id: number,
  contact: Establishment,
): Promise<{ detail: AnnouncementDetail; head: AnnouncementHead; changeTimes: Date[] } | null> {
  const db = world.database.db;
  const now = world.now();
  const row = await broadcastAnnouncement(db, venue.id, id, now);
  if (row === undefined) return null;
  const picture = await pictureViews(db, [row.picture_key], locale);
  const zone = venue.policy.timeZone;
  const reading = { now, venue, locale };
  const detail: AnnouncementDetail = {
    title: row.title[locale],
    isShow: row.is_show,
    dateTag: tagOf(row, reading, false),
    endsAt: isoWithOffset(shownUntil(row, zone), zone),
    isOver: isOver(row, now, zone),
    picture: picture(row.picture_key),
    html: sanitiseRich(row.text[locale]),
    properties: eventProperties(row, reading),
    booking: bookingView(row, reading, contact),
    calendarHref: paths.eventCalendar(row.id),
    shareHref: mailOf(row.title[locale], venueOrigin(world, venue) + addressOf(row)),
  };
  const head = {
    href: addressOf(row),
    summary: eventSummary(row.text[locale]),
    startAt: isoWithOffset(row.start_at, zone),
    endAt: row.end_at === null ? null : isoWithOffset(row.end_at, zone),
    structured: structuredProperties(row, venue),
  };
  return { detail, head, changeTimes: [shownUntil(row, zone), row.broadcast_end_at] };
}

/** A mail that names a page, still without a recipient. */
function mailOf(title: string, address: string): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
}

/** The shows and the other announcements for the API; instants are ISO with the venue's offset. */
export async function announcementsForApi(world: World, venue: Venue, locale: Locale) {
  const rows = await broadcastAnnouncements(world.database.db, venue.id, world.now());
  const iso = (instant: Date) => isoWithOffset(instant, venue.policy.timeZone);
  const items = rows.map((row) => ({
    isShow: row.is_show,
    item: {
      id: row.id,
      title: row.title[locale],
      picture_url: pictureAddress(world, venue, row.picture_key),
      text: sanitiseRich(row.text[locale]),
      start_at: iso(row.start_at),
      end_at: row.end_at === null ? null : iso(row.end_at),
      broadcast_start_at: iso(row.broadcast_start_at),
      broadcast_end_at: iso(row.broadcast_end_at),
      reservation_url: pairAddress(reservationAddress(row, venue.policy.timeZone)),
      data: { billetweb_id: row.billetweb_id },
      ...storedProperties(row),
    },
  }));
  return {
    shows: items.filter(({ isShow }) => isShow).map(({ item }) => item),
    announcements: items.filter(({ isShow }) => !isShow).map(({ item }) => item),
  };
}

/** What is broadcast now and has not ended, in the order of its start, its pictures, and when that changes by itself. */
export async function broadcastNow(world: World, venue: Venue, locale: Locale) {
  const now = world.now();
  const db = world.database.db;
  const [all, windows] = await Promise.all([
    broadcastAnnouncements(db, venue.id, now),
    agendaChangeTimes(world, venue),
  ]);
  const zone = venue.policy.timeZone;
  const rows = all.filter((row) => !isOver(row, now, zone));
  const keys = rows.map((row) => row.picture_key);
  const picture: PictureOf = await pictureViews(db, keys, locale);
  const changeTimes = [...windows, ...eventChangeTimes(rows, now, zone)];
  return { rows, changeTimes, picture, hasShows: all.some((row) => row.is_show) };
}

/** An event as a card of a list. */
export function cardOf(row: Row, reading: Reading, picture: PictureOf): AnnouncementCard {
  const zone = reading.venue.policy.timeZone;
  return {
    id: row.id,
    title: row.title[reading.locale],
    isShow: row.is_show,
    day: dayOf(row, reading),
    dateTag: tagOf(row, reading, true),
    endsAt: isoWithOffset(shownUntil(row, zone), zone),
    picture: picture(row.picture_key),
    href: addressOf(row),
  };
}

/** For an event of this event day or of today's date: 'tonight' from 5 pm on and in the small hours, else 'today'. */
function dayOf(row: Row, { now, venue }: Reading): AnnouncementCard["day"] {
  const zone = venue.policy.timeZone;
  const isOnThisEventDay = eventDayDate(row.start_at, zone) === eventDayDate(now, zone);
  if (!isOnThisEventDay && !isToday(row.start_at, now, zone)) return null;
  return isAtNight(row.start_at, zone) ? "tonight" : "today";
}

/** The path of an event's page. */
export function addressOf(row: Pick<Row, "id" | "slug" | "is_show">): string {
  return row.is_show ? paths.show(row.id, row.slug) : paths.announcement(row.id, row.slug);
}

/** The dates of an event in words, in full or compact. */
export function tagOf(row: Row, { now, venue, locale }: Reading, isCompact: boolean): string {
  return dateTag(
    { startAt: row.start_at, endAt: row.end_at, broadcastEndAt: row.broadcast_end_at },
    { now, locale, timeZone: venue.policy.timeZone, isCompact },
  );
}
