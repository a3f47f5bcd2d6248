import type { Locale } from "../venues/contract.ts";
import { m } from "../messages/messages.js";
import { addDays, instantOfWallTime, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { dayText, timeAt } from "../venues/dates.ts";
import type { Venue } from "../venues/venue.ts";
import { addressOf, EVENING_HOUR } from "./agenda.server.ts";
import { announcementsToCome, type Announced } from "./queries.server.ts";
import type { TonightLine } from "./views.ts";

/** The evening lasts from six to six on the venue's clock, so that one which ends after midnight is the same evening. */
const EVENING_STARTS = 360;
/** How long an event without an end is taken to last. */
const LENGTH_MS = 3 * 3_600_000;

/** What a venue says of this evening; `line` is null where nothing is announced. Both hold until `validUntil`. */
export type Tonight = { line: TonightLine | null; validUntil: Date };

/**
 * One line for each venue, by its id: what starts this evening and has not ended, else the next event with its day, else one that
 * runs for days. Of several events of an evening it is the next to start, else the one that began last.
 */
export async function tonight(world: World, venues: readonly Venue[], locale: Locale): Promise<Map<number, Tonight>> {
  const now = world.now();
  const ids = venues.map(({ id }) => id);
  const rows = await announcementsToCome(world.database.db, ids, now);
  const announced = Map.groupBy(rows, ({ establishment_id }) => establishment_id);
  return new Map(venues.map((venue) => [venue.id, tonightAt(announced.get(venue.id) ?? [], { venue, now, locale })]));
}

type Reading = { venue: Venue; now: Date; locale: Locale };
type Evening = { start: Date; end: Date };

function tonightAt(rows: Announced[], reading: Reading): Tonight {
  const { venue, now } = reading;
  const evening = eveningAt(now, venue.policy.timeZone);
  const shown = rows.filter((row) => row.broadcast_start_at <= now);
  const ofEvening = shown.filter((row) => isOf(evening, row) && endOf(row) > now);
  const row =
    ofEvening.find(({ start_at }) => start_at > now) ??
    ofEvening.at(-1) ??
    shown.find(({ start_at }) => start_at > now) ??
    shown.findLast((one) => endOf(one) > now);
  const instants = rows.flatMap((one) => [
    one.broadcast_start_at,
    one.broadcast_end_at,
    ...(isOf(evening, one) ? [one.start_at, endOf(one)] : []),
  ]);
  return {
    line: row === undefined ? null : lineOf(row, evening, reading),
    validUntil: new Date(Math.min(...[evening.end, ...instants].map(Number).filter((instant) => instant > +now))),
  };
}

function eveningAt(now: Date, zone: string): Evening {
  const { date, minutes } = wallTime(now, zone);
  const day = minutes < EVENING_STARTS ? addDays(date, -1) : date;
  const at = (one: string) => instantOfWallTime(one, EVENING_STARTS, zone);
  return { start: at(day), end: at(addDays(day, 1)) };
}

function isOf({ start, end }: Evening, { start_at }: Announced): boolean {
  return start <= start_at && start_at < end;
}

function endOf({ start_at, end_at }: Announced): Date {
  return end_at ?? new Date(+start_at + LENGTH_MS);
}

function lineOf(row: Announced, evening: Evening, reading: Reading): TonightLine {
  const { venue, now, locale } = reading;
  const isTonight = isOf(evening, row);
  const isRunning = !isTonight && row.start_at <= now;
  return {
    day: isTonight
      ? partOfDay(row.start_at, reading)
      : isRunning
        ? m.agenda_running({}, { locale })
        : dayOf(row.start_at, reading),
    isTonight,
    title: row.title[locale],
    time: isRunning ? null : timeAt(row.start_at, { locale, timeZone: venue.policy.timeZone }),
    href: addressOf(row),
  };
}

function partOfDay(start: Date, { venue, locale }: Reading): string {
  const { minutes } = wallTime(start, venue.policy.timeZone);
  return minutes >= EVENING_HOUR * 60 || minutes < EVENING_STARTS
    ? m.agenda_tonight({}, { locale })
    : m.agenda_today({}, { locale });
}

/** The day of a later event. After midnight 'tomorrow' would be taken for two days, so the weekday is named. */
function dayOf(start: Date, { venue, now, locale }: Reading): string {
  const zone = venue.policy.timeZone;
  const today = wallTime(now, zone);
  const { date } = wallTime(start, zone);
  if (today.minutes >= EVENING_STARTS && date === addDays(today.date, 1)) return m.agenda_tomorrow({}, { locale });
  const day = dayText(date, locale, date < addDays(today.date, 7) ? "weekday" : "day");
  return day.charAt(0).toUpperCase() + day.slice(1);
}
