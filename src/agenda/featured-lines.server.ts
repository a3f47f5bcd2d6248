import { m } from "../messages/messages.js";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { timeAt } from "../venues/language/dates.ts";
import type { Venue } from "../venues/venue.ts";
import { addressOf } from "./agenda.server.ts";
import { shortDay } from "./day-words.ts";
import { endOf, eventChangeTimes, eventDayOf, isIn, featuredEvent } from "./event-day.ts";
import type { Reading } from "./event-properties.server.ts";
import { announcementsToCome, type Announced } from "./queries.server.ts";
import type { FeaturedLine } from "./views.ts";

/** A venue's featured event as a line, null where nothing is announced; either holds until `validUntil`. */
export type FeaturedUntil = { line: FeaturedLine | null; validUntil: Date };

/** The featured event of each venue as a line, by the venue's id. */
export async function featuredLines(
  world: World,
  venues: readonly Venue[],
  locale: Locale,
): Promise<Map<number, FeaturedUntil>> {
  const now = world.now();
  const ids = venues.map(({ id }) => id);
  const rows = await announcementsToCome(world.database.db, ids, now);
  const announced = Map.groupBy(rows, ({ establishment_id }) => establishment_id);
  return new Map(venues.map((venue) => [venue.id, featuredAt(announced.get(venue.id) ?? [], { venue, now, locale })]));
}

function featuredAt(rows: Announced[], reading: Reading): FeaturedUntil {
  const { venue, now } = reading;
  const zone = venue.policy.timeZone;
  const shown = rows.filter((row) => row.broadcast_start_at <= now);
  const row = featuredEvent(shown, now, zone);
  const windows = rows.flatMap((one) => [one.broadcast_start_at, one.broadcast_end_at]).filter((time) => time > now);
  const changeTimes = [...windows, ...eventChangeTimes(rows, now, zone)];
  return {
    line: row === undefined ? null : lineOf(row, reading),
    validUntil: new Date(Math.min(...changeTimes.map(Number))),
  };
}

function lineOf(row: Announced, { venue, now, locale }: Reading): FeaturedLine {
  const zone = venue.policy.timeZone;
  const isOnThisEventDay = isIn(eventDayOf(now, zone), row.start_at);
  const isRunning = !isOnThisEventDay && row.start_at <= now;
  return {
    day: isRunning ? m.agenda_running() : shortDay(row.start_at, { now, zone, locale }),
    isOnThisEventDay,
    title: shortName(row.title[locale]),
    time: isRunning ? null : timeAt(row.start_at, { locale, timeZone: zone }),
    href: addressOf(row),
    endsAt: isoWithOffset(new Date(Math.min(+endOf(row), +row.broadcast_end_at)), zone),
  };
}

/** The shortest first part of a title that still names the event: 'Cabaret NU' of 'Cabaret NU, la nouvelle revue'. */
function shortName(title: string): string {
  return /^.{8,}?(?=,|\s?:\s)/.exec(title)?.[0] ?? title;
}
