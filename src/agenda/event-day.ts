import { MINUTE_MS } from "../platform/durations.ts";
import { addDays, instantOfWallTime, wallTime } from "../platform/time-zones.ts";

/** One event day or several in a row. An event day lasts from 6:00 to 6:00 on the venue's clock. */
type EventDays = { start: Date; end: Date };

/** The dates of an event that say when it is on. */
export type Timed = { start_at: Date; end_at: Date | null; duration_minutes: number | null };
/** The dates of an event, and until when it is announced. */
export type Announced = Timed & { broadcast_end_at: Date };

/** When an event day begins, in minutes since midnight. */
export const EVENT_DAY_START_MINUTES = 360;
/** When events start that are called tonight's, in minutes since midnight. */
const TONIGHT_MINUTES = 1_020;
/** How long an event lasts that says neither its end nor its duration. */
const LASTS_MINUTES = 180;
const FRIDAY = 5;
const DAYS_IN_WEEK = 7;

/** The event day that holds an instant. */
export function eventDayOf(instant: Date, zone: string): EventDays {
  return eventDaysFrom(eventDayDate(instant, zone), 1, zone);
}

/** The date of an instant's event day: at two in the morning still the day before. */
export function eventDayDate(instant: Date, zone: string): string {
  const { date, minutes } = wallTime(instant, zone);
  return minutes < EVENT_DAY_START_MINUTES ? addDays(date, -1) : date;
}

/** The three event days from this week's Friday on, which counts from 5 pm; during a weekend that weekend's. */
export function weekendOf(now: Date, zone: string): EventDays {
  const date = eventDayDate(now, zone);
  const dayOfWeek = new Date(date).getUTCDay() || DAYS_IN_WEEK;
  const friday = addDays(date, FRIDAY - dayOfWeek);
  return {
    ...eventDaysFrom(friday, DAYS_IN_WEEK - FRIDAY + 1, zone),
    start: instantOfWallTime(friday, TONIGHT_MINUTES, zone),
  };
}

/** True for what starts at 5 pm or later, or in the small hours. */
export function isAtNight(instant: Date, zone: string): boolean {
  const { minutes } = wallTime(instant, zone);
  return minutes >= TONIGHT_MINUTES || minutes < EVENT_DAY_START_MINUTES;
}

/** When an event ends: as it says, else after its duration, else after three hours. */
export function endOf({ start_at, end_at, duration_minutes }: Timed): Date {
  return end_at ?? after(start_at, duration_minutes ?? LASTS_MINUTES);
}

/** True for what is no longer shown, because it has reached its end or that of its broadcast. */
export function isOver(event: Announced, now: Date, zone: string): boolean {
  return shownUntil(event, zone) <= now;
}

/** Until when an announced event is shown: to the end of its broadcast, or to its own where that is known and comes first. */
export function shownUntil(event: Announced, zone: string): Date {
  const end = hasKnownEnd(event, zone) ? endOf(event) : event.broadcast_end_at;
  return end < event.broadcast_end_at ? end : event.broadcast_end_at;
}

/** True where the end is given, or follows from the duration. For an event of several days, the duration is that of one visit. */
function hasKnownEnd({ start_at, end_at, duration_minutes, broadcast_end_at }: Announced, zone: string): boolean {
  return end_at !== null || (duration_minutes !== null && broadcast_end_at <= eventDayOf(start_at, zone).end);
}

function after(instant: Date, minutes: number): Date {
  return new Date(+instant + minutes * MINUTE_MS);
}

export function isIn({ start, end }: EventDays, instant: Date): boolean {
  return instant >= start && instant < end;
}

/**
 * The event that answers "what is on": of those that start on this event day and have not ended, the next to begin, else the one that
 * began last; where none is left, the next to begin, else one that goes on from an earlier day. `rows` are in the order of their start.
 */
export function featuredEvent<Row extends Timed>(rows: readonly Row[], now: Date, zone: string): Row | undefined {
  return (
    eventOfThisDay(rows, now, zone) ??
    rows.find(({ start_at }) => start_at > now) ??
    rows.findLast((row) => endOf(row) > now)
  );
}

/** The next event of this event day, else the one that began last and is still on; undefined where none is left. */
export function eventOfThisDay<Row extends Timed>(rows: readonly Row[], now: Date, zone: string): Row | undefined {
  const today = eventDayOf(now, zone);
  const left = rows.filter((row) => isIn(today, row.start_at) && endOf(row) > now);
  return left.find(({ start_at }) => start_at > now) ?? left.at(-1);
}

/** When the answer of `featuredEvent` may change: at each beginning and end, and when the next event day begins. */
export function eventChangeTimes(rows: readonly Timed[], now: Date, zone: string): Date[] {
  return [eventDayOf(now, zone).end, ...rows.flatMap((row) => [row.start_at, endOf(row)])].filter((time) => time > now);
}

function eventDaysFrom(date: string, count: number, zone: string): EventDays {
  const start = instantOfWallTime(date, EVENT_DAY_START_MINUTES, zone);
  return { start, end: instantOfWallTime(addDays(date, count), EVENT_DAY_START_MINUTES, zone) };
}
