import { pictureViews } from "../content/picture-views.server.ts";
import { sanitiseRich } from "../content/sanitise.server.ts";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { paths } from "../venues/paths.ts";
import { pictureAddress } from "../venues/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { dateTag, isToday } from "./date-tags.ts";
import { broadcastAnnouncements, broadcastEdges } from "./queries.server.ts";
import type { AnnouncementCard } from "./views.ts";

/** What a venue announces now, shows among the rest, as cards; and when that list changes by itself. */
export async function agendaCards(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<{ cards: AnnouncementCard[]; edges: Date[] }> {
  const now = world.now();
  const db = world.database.db;
  const [rows, edges] = await Promise.all([
    broadcastAnnouncements(db, venue.id, now),
    broadcastEdges(db, venue.id, now),
  ]);
  const picture = await pictureViews(
    db,
    rows.map((row) => row.picture_key),
    locale,
  );
  const zone = venue.policy.timeZone;
  const cards = rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title[locale],
    isShow: row.is_show,
    isToday: isToday(row.start_at, now, zone),
    dateTag: dateTag(
      { startAt: row.start_at, endAt: row.end_at, broadcastEndAt: row.broadcast_end_at },
      { now, locale, timeZone: zone, isCompact: true },
    ),
    startAt: isoWithOffset(row.start_at, zone),
    endAt: row.end_at === null ? null : isoWithOffset(row.end_at, zone),
    broadcastEndAt: isoWithOffset(row.broadcast_end_at, zone),
    picture: picture(row.picture_key),
    href: row.is_show ? paths.show(row.id, row.slug) : paths.announcement(row.id, row.slug),
  }));
  return { cards, edges };
}

/** The same as section 7 shows it: shows and other announcements apart, instants ISO with the venue's offset (G22). */
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
      reservation_url: row.reservation_url,
      data: { billetweb_id: row.billetweb_id },
    },
  }));
  return {
    shows: items.filter(({ isShow }) => isShow).map(({ item }) => item),
    announcements: items.filter(({ isShow }) => !isShow).map(({ item }) => item),
  };
}
