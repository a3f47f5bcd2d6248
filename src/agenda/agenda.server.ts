import * as paths from "../venues/paths.ts";
import type { Selectable } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { summaryOf, wholeSentences } from "../content/blocks.server.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import { pictureViews } from "../pictures/views.server.ts";
import { plainText, sanitiseRich } from "../content/sanitise.server.ts";
import { isoWithOffset, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { pictureAddress } from "../venues/origins.server.ts";
import type { Venue } from "../venues/venue.ts";
import { dateTag, isToday, validUntil } from "../venues/date-tags.ts";
import { agendaEdges } from "../venues/site.server.ts";
import { broadcastAnnouncement, broadcastAnnouncements } from "./queries.server.ts";
import { ticketingAddress } from "./ticketing.ts";
import type {
  AnnouncementCard,
  AnnouncementDetail,
  AnnouncementFacts,
  Programme,
  ProgrammeItem,
  ProgrammeKind,
} from "./views.ts";

type Row = Selectable<Tables["announcements"]>;
type Reading = { now: Date; venue: Venue; locale: Locale };

/** The shortest beginning of 30 characters or more that ends with a sentence. */
const SENTENCE = /^.{29,}?[.!?…](?= |$)/;

/** An event that starts at this hour of the venue's day or later is "tonight". */
export const EVENING_HOUR = 17;

/** The picture of the page when there is no announcement to show. */
const FALLBACK_PICTURE = "hall-chandelier";

/** The announcements and shows broadcast now, as cards, and the instants at which that list changes by itself. */
export async function agendaCards(
  world: World,
  venue: Venue,
  locale: Locale,
): Promise<{ cards: AnnouncementCard[]; edges: Date[] }> {
  const { rows, edges, picture } = await broadcastNow(world, venue, locale);
  const reading = { now: world.now(), venue, locale };
  return { cards: rows.map((row) => cardOf(row, reading, picture)), edges };
}

/**
 * The announcements or the shows of a venue for their page. The feature is the first that starts today, else one that
 * has begun, else the next to start. `edges` are the instants at which the page changes by itself.
 */
export async function programme(
  world: World,
  venue: Venue,
  locale: Locale,
  kind: ProgrammeKind,
): Promise<{ programme: Programme; edges: Date[] }> {
  const reading = { now: world.now(), venue, locale };
  const { rows, edges, picture } = await broadcastNow(world, venue, locale);
  const isMine = (row: Row) => row.is_show === (kind === "shows");
  const items = rows.filter(isMine).map((row) => itemOf(row, reading, picture));
  const others = rows.filter((row) => !isMine(row)).map((row) => cardOf(row, reading, picture));
  const first = (when: ProgrammeItem["when"]) => items.find((item) => item.when === when);
  const feature = first("today") ?? items[0] ?? null;
  const rest = items.filter((item) => item !== feature);
  const zone = venue.policy.timeZone;
  return {
    programme: {
      kind,
      feature,
      picture: feature?.picture ?? picture(FALLBACK_PICTURE),
      begun: rest.filter(({ when }) => when !== "later"),
      coming: rest.filter(({ when }) => when === "later"),
      others,
      hasShows: rows.some((row) => row.is_show),
      changesAt: isoWithOffset(validUntil(reading.now, edges, zone), zone),
    },
    edges,
  };
}

/** The announcement or show of this id while it is broadcast; null for any other id, and for another venue's. */
export async function announcementDetail(
  world: World,
  venue: Venue,
  locale: Locale,
  id: number,
): Promise<{ detail: AnnouncementDetail; facts: AnnouncementFacts; edges: Date[] } | null> {
  const db = world.database.db;
  const now = world.now();
  const row = await broadcastAnnouncement(db, venue.id, id, now);
  if (row === undefined) return null;
  const picture = await pictureViews(db, [row.picture_key], locale);
  const zone = venue.policy.timeZone;
  const detail: AnnouncementDetail = {
    title: row.title[locale],
    isShow: row.is_show,
    dateTag: tagOf(row, { now, venue, locale }, false),
    broadcastEndAt: isoWithOffset(row.broadcast_end_at, zone),
    picture: picture(row.picture_key),
    html: sanitiseRich(row.text[locale]),
    reservationUrl: row.reservation_url,
    ticketingUrl: ticketingAddress(row.billetweb_id),
  };
  const facts = {
    href: addressOf(row),
    words: firstWords(row.text[locale]),
    startAt: isoWithOffset(row.start_at, zone),
    endAt: row.end_at === null ? null : isoWithOffset(row.end_at, zone),
  };
  return { detail, facts, edges: [row.broadcast_end_at] };
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
      reservation_url: row.reservation_url,
      data: { billetweb_id: row.billetweb_id },
    },
  }));
  return {
    shows: items.filter(({ isShow }) => isShow).map(({ item }) => item),
    announcements: items.filter(({ isShow }) => !isShow).map(({ item }) => item),
  };
}

async function broadcastNow(world: World, venue: Venue, locale: Locale) {
  const now = world.now();
  const db = world.database.db;
  const [rows, edges] = await Promise.all([broadcastAnnouncements(db, venue.id, now), agendaEdges(world, venue)]);
  const picture = await pictureViews(db, [FALLBACK_PICTURE, ...rows.map((row) => row.picture_key)], locale);
  return { rows, edges, picture };
}

function cardOf(row: Row, reading: Reading, picture: (key: string) => PictureView): AnnouncementCard {
  return {
    id: row.id,
    title: row.title[reading.locale],
    isShow: row.is_show,
    day: dayOf(row, reading),
    dateTag: tagOf(row, reading, true),
    broadcastEndAt: isoWithOffset(row.broadcast_end_at, reading.venue.policy.timeZone),
    picture: picture(row.picture_key),
    href: addressOf(row),
  };
}

function itemOf(row: Row, reading: Reading, picture: (key: string) => PictureView): ProgrammeItem {
  const { now, venue, locale } = reading;
  const date = (instant: Date) => wallTime(instant, venue.policy.timeZone).date;
  const card = cardOf(row, reading, picture);
  const begun = date(row.start_at) < date(now) ? "earlier" : "later";
  return { ...card, when: card.day === null ? begun : "today", words: firstWords(row.text[locale]) };
}

function dayOf(row: Row, { now, venue }: Reading): AnnouncementCard["day"] {
  const zone = venue.policy.timeZone;
  if (!isToday(row.start_at, now, zone)) return null;
  return wallTime(row.start_at, zone).minutes >= EVENING_HOUR * 60 ? "tonight" : "today";
}

export function addressOf(row: Pick<Row, "id" | "slug" | "is_show">): string {
  return row.is_show ? paths.show(row.id, row.slug) : paths.announcement(row.id, row.slug);
}

function tagOf(row: Row, { now, venue, locale }: Reading, isCompact: boolean): string {
  return dateTag(
    { startAt: row.start_at, endAt: row.end_at, broadcastEndAt: row.broadcast_end_at },
    { now, locale, timeZone: venue.policy.timeZone, isCompact },
  );
}

/** Whole sentences, at best of 60 to 160 characters; the words that fit where no sentence ends. */
function firstWords(html: string): string {
  const text = plainText(html);
  const sentences = wholeSentences(text) ?? SENTENCE.exec(text)?.[0];
  if (sentences !== undefined) return sentences;
  const words = summaryOf({ blocks: [{ type: "paragraph", data: { text: html } }] }) ?? "";
  return words.replace(/[,;:\s]+…$/, "…");
}
