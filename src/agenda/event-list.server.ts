import { m } from "../messages/messages.js";
import { addDays, isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { validUntil } from "../venues/document/date-tags.ts";
import { capitalised, dayParts, timeAt } from "../venues/language/dates.ts";
import type { Establishment } from "../venues/records.server.ts";
import type { Venue } from "../venues/venue.ts";
import { addressOf, broadcastNow, cardOf, type PictureOf, tagOf } from "./agenda.server.ts";
import { eventLine, eventSummary } from "./summary.server.ts";
import { bookingView } from "./booking.server.ts";
import { namedDay, shortDay } from "./day-words.ts";
import { eventDayDate, eventDayOf, isAtNight, featuredEvent, shownUntil, weekendOf } from "./event-day.ts";
import {
  availabilityOf,
  eventProperties,
  isFree,
  priceWords,
  type Reading,
  type Row,
} from "./event-properties.server.ts";
import type {
  EventList,
  FeaturedItem,
  EventListDay,
  EventListFilter,
  EventListItem,
  EventListKind,
  RunningItem,
} from "./views.ts";

type Wanted = { kind: EventListKind; filter: EventListFilter | null };
/** Everything that one page is made from. `today` is the date of this event day. */
type Page = Reading & { zone: string; today: string; picture: PictureOf; contact: Establishment };

/**
 * The agenda, which has everything that is announced, or the shows alone, and of it what a filter leaves. `contact` is the venue, whose
 * telephone books what has no partner. `changeTimes` are the instants at which the page changes by itself.
 */
export async function eventList(
  world: World,
  venue: Venue,
  locale: Locale,
  { kind, filter }: Wanted,
  contact: Establishment,
): Promise<{ eventList: EventList; changeTimes: Date[] }> {
  const now = world.now();
  const zone = venue.policy.timeZone;
  const { rows, changeTimes, picture, hasShows } = await broadcastNow(world, venue, locale);
  const page: Page = { now, venue, locale, zone, today: eventDayDate(now, zone), picture, contact };
  const listed = kind === "shows" ? rows.filter((row) => row.is_show) : rows;
  const shown = listed.filter(isLeftBy(filter, page));
  const featured = featuredEvent(shown, page.now, zone);
  return {
    eventList: {
      kind,
      filter,
      featured: featured === undefined ? null : featuredOf(featured, page),
      days: daysOf(shown, featured, page),
      running: shown.filter((row) => row !== featured && isRunning(row, page)).map((row) => runningOf(row, page)),
      next: shown.length === 0 ? nextOf(listed, page) : null,
      hasShows,
      changesAt: isoWithOffset(validUntil(now, changeTimes, zone), zone),
    },
    changeTimes,
  };
}

type Dated = Pick<Page, "now" | "zone" | "today" | "locale">;

/** True for what has begun on an earlier event day. */
function isRunning(row: Row, { zone, today }: Pick<Dated, "zone" | "today">): boolean {
  return eventDayDate(row.start_at, zone) < today;
}

function isLeftBy(filter: EventListFilter | null, { now, zone }: Dated): (row: Row) => boolean {
  if (filter === null) return () => true;
  if (filter === "free") return isFree;
  const { start, end } = filter === "tonight" ? eventDayOf(now, zone) : weekendOf(now, zone);
  const from = start < now ? now : start;
  return (row) => row.start_at < end && shownUntil(row, zone) > from;
}

function daysOf(rows: readonly Row[], featured: Row | undefined, page: Page): EventListDay[] {
  const byDay = Map.groupBy(
    rows.filter((row) => !isRunning(row, page)),
    (row) => eventDayDate(row.start_at, page.zone),
  );
  return [...byDay]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, all]) => ({
      ...dayWords(key, all, page),
      items: all.filter((row) => row !== featured).map((row) => itemOf(row, page)),
    }));
}

function dayWords(key: string, rows: readonly Row[], { now, zone, locale }: Dated): Omit<EventListDay, "items"> {
  const { weekday, day, month } = dayParts(key, locale);
  const named = namedDay(
    key,
    { now, zone },
    rows.some((row) => isAtNight(row.start_at, zone)),
  );
  const name = named ?? capitalised(weekday);
  return { key, name, date: named === null ? `${day} ${month}` : `${weekday} ${day}`, day, month };
}

function featuredOf(row: Row, page: Page): FeaturedItem {
  const item = itemOf(row, page);
  const isBegun = isRunning(row, page);
  const dayKey = eventDayDate(row.start_at, page.zone);
  const { name, day, month } = dayWords(dayKey, [row], page);
  const date = dayKey <= addDays(page.today, 1) ? name : `${name} ${day} ${month}`;
  return {
    ...item,
    picture: page.picture(row.picture_key),
    dayKey: isBegun ? null : dayKey,
    heading: isBegun ? tagOf(row, page, true) : `${date}, ${item.hour}`,
    summary: eventSummary(row.text[page.locale]),
    properties: eventProperties(row, page),
    booking: bookingView(row, page, page.contact),
  };
}

function itemOf(row: Row, page: Page): EventListItem {
  const { id, title, picture, href, endsAt } = cardOf(row, page, page.picture);
  return {
    id,
    title,
    // Beside the title a small picture says nothing more, and its text would be heard before each event.
    picture: { ...picture, alt: "" },
    href,
    endsAt,
    line: eventLine(row.text[page.locale]),
    hour: timeAt(row.start_at, { locale: page.locale, timeZone: page.zone }),
    price: priceWords(row, page),
    availability: availabilityOf(row),
  };
}

function runningOf(row: Row, page: Page): RunningItem {
  return { ...itemOf(row, page), dateTag: tagOf(row, page, true) };
}

function nextOf(rows: readonly Row[], page: Page): EventList["next"] {
  const row = featuredEvent(rows, page.now, page.zone);
  if (row === undefined) return null;
  const day = isRunning(row, page) ? m.agenda_running() : shortDay(row.start_at, page);
  return { day, title: row.title[page.locale], href: addressOf(row) };
}
