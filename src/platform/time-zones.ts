/**
 * Conversions between wall times and instants. Browser-safe and without libraries, because inline scripts include it. Two rules cover
 * daylight saving: a time that is skipped means the first instant after the gap, a time that occurs twice means its first occurrence. In
 * other words, a wall time means the first instant at which the clock shows it or a later time.
 */

import { DAY_MS, MINUTE_MS } from "./durations.ts";

/** Since 1972, clocks of all zones change at whole quarters of an hour. */
const QUARTER_MS = 900_000;
const OFFSETS_MAX = 2_000;

const ZONES = { FR: "Europe/Paris", CH: "Europe/Zurich", BE: "Europe/Brussels" } as const;

/** The reading of a zone's clock: the local day as YYYY-MM-DD, its weekday (0 = Sunday) and the minutes since 00:00. */
export type WallTime = { date: string; dayOfWeek: number; minutes: number };

/** True for a day of the calendar written as YYYY-MM-DD. Date.parse alone would read 30 February as 2 March. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const midnight = Date.parse(value);
  return !Number.isNaN(midnight) && dateText(new Date(midnight)) === value;
}

/** A day that a filter names, in this century or the last; null for anything else. */
export function calendarDayOf(text: string | null): string | null {
  return isCalendarDay(text) && /^(19|20)/.test(text) ? text : null;
}

/** The IANA time zone of a venue's country. */
export function zoneOfCountry(country: keyof typeof ZONES): string {
  return ZONES[country];
}

/** The wall time at an instant; seconds are dropped. */
export function wallTime(instant: Date | number, zone: string): WallTime {
  const shown = new Date(+instant + offsetAt(+instant, zone));
  return {
    date: dateText(shown),
    dayOfWeek: shown.getUTCDay(),
    minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  };
}

/** HH:MM on the zone's clock at an instant. */
export function clockTime(instant: Date | number, zone: string): string {
  const { minutes } = wallTime(instant, zone);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** The instant of a wall time, by the two rules above. */
export function instantOfWallTime(date: string, minutes: number, zone: string): Date {
  const shown = Date.parse(date) + minutes * MINUTE_MS;
  const before = offsetAt(shown - DAY_MS, zone);
  const after = offsetAt(shown + DAY_MS, zone);
  if (before === after) return new Date(shown - before);
  const first = shown - Math.max(before, after);
  const last = shown - Math.min(before, after);
  if (first + offsetAt(first, zone) === shown) return new Date(first);
  if (last + offsetAt(last, zone) === shown) return new Date(last);
  // In a gap neither offset fits: the clocks changed between the two.
  return new Date(firstAfterChange(first, last, zone));
}

/** The first instant of a local day: midnight, or the end of the gap if clocks are changed at midnight. */
export function startOfLocalDay(date: string, zone: string): Date {
  return instantOfWallTime(date, 0, zone);
}

/** The calendar day `count` days later (earlier, if negative), as YYYY-MM-DD. */
export function addDays(date: string, count: number): string {
  return dateText(new Date(Date.parse(date) + count * DAY_MS));
}

/** An instant as ISO with the zone's offset, such as 2026-11-21T20:30:00+01:00. The API answers instants in this form. */
export function isoWithOffset(instant: Date, zone: string): string {
  const offset = offsetAt(+instant, zone);
  const distance = Math.abs(offset) / MINUTE_MS;
  const sign = offset < 0 ? "-" : "+";
  const clock = new Date(+instant + offset).toISOString().slice(0, 19);
  return `${clock}${sign}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
}

/**
 * Parses an instant of an import: ISO with an offset, or "today+3 20:30", a wall time of the venue relative to the local day of `now`.
 * Returns `undefined` for anything else.
 */
export function resolveInstant(value: string, now: Date, zone: string): Date | undefined {
  const relative = /^today(?:([+-]\d{1,4}))? ([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (relative) {
    const [, days = "0", hours, minutes] = relative;
    const date = addDays(wallTime(now, zone).date, Number(days));
    return instantOfWallTime(date, Number(hours) * 60 + Number(minutes), zone);
  }
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value);
  return isIso && !Number.isNaN(Date.parse(value)) ? new Date(value) : undefined;
}

/** Parses an instant that the contract has already checked. Throws for anything else. */
export function instantOf(value: string, now: Date, zone: string): Date {
  const instant = resolveInstant(value, now, zone);
  if (instant === undefined) throw new Error("cannot read an instant that the contract has accepted");
  return instant;
}

/** The UTC date as YYYY-MM-DD. Six times as fast as toISOString, which matters for whole schedules. */
function dateText(shown: Date): string {
  const year = String(shown.getUTCFullYear()).padStart(4, "0");
  return `${year}-${twoDigits(shown.getUTCMonth() + 1)}-${twoDigits(shown.getUTCDate())}`;
}

/** From an instant (epoch ms) on, a zone's clock is this much ahead of UTC (ms). */
export type ClockChange = [from: number, offset: number];
const knownChanges = new Map<string, ClockChange[]>();

/** A zone's offset at an instant and each change of it within the following `days`, oldest first. */
export function clockChanges(since: Date, days: number, zone: string): ClockChange[] {
  const changes: ClockChange[] = [[+since, offsetAt(+since, zone)]];
  for (let day = 1; day <= days; day += 1) {
    const to = +since + day * DAY_MS;
    const [, before] = changes.at(-1) ?? [0, 0];
    if (offsetAt(to, zone) !== before) changes.push([firstAfterChange(to - DAY_MS, to, zone), offsetAt(to, zone)]);
  }
  return changes;
}

/** Gives this page a zone's changes, so that it need not load the browser's own time-zone data, which is a long task on a phone. */
export function setClockChanges(zone: string, changes: ClockChange[]): void {
  knownChanges.set(zone, changes);
}

function firstAfterChange(low: number, high: number, zone: string): number {
  const offsetAfter = offsetAt(high, zone);
  let [before, after] = [low, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, zone) === offsetAfter) after = middle;
    else before = middle;
  }
  return after;
}

type Clock = { format: Intl.DateTimeFormat; offsets: Map<number, number> };
const clocks = new Map<string, Clock>();

/** Zone time minus UTC in milliseconds. Cached, because Intl needs microseconds and a schedule asks often. */
function offsetAt(instant: number, zone: string): number {
  const changes = knownChanges.get(zone);
  if (changes) return (changes.findLast(([from]) => from <= instant) ?? changes[0] ?? [0, 0])[1];
  const { format, offsets } = clockOf(zone);
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  if (offsets.size >= OFFSETS_MAX) offsets.clear();
  const offset = shownAt(quarter, format) - quarter;
  offsets.set(quarter, offset);
  return offset;
}

/** The reading of the clock, as if it were UTC (epoch ms). */
function shownAt(instant: number, format: Intl.DateTimeFormat): number {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Zones come from `zoneOfCountry`, never from a request, so this map stays small. */
function clockOf(zone: string): Clock {
  const known = clocks.get(zone);
  if (known) return known;
  const numeric = "numeric";
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  const clock = { format, offsets: new Map<number, number>() };
  clocks.set(zone, clock);
  return clock;
}

/** A number from 0 to 99 in two digits. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
