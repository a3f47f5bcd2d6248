import { MINUTE_MS } from "../../platform/durations.ts";
import type { HoursException, OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { minutesOf } from "../language/dates.ts";
import { addDays, clockTime, instantOfWallTime, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import { CLOSE_SOON_MINUTES } from "./clock-limits.ts";

const DAY_MINUTES = 1_440;
const TOMORROW_CUTOFF_MINUTES = 1_320;
/** How many days ahead to look. Any weekday of this week and the next can be named without a date. */
const DAYS_AHEAD = 13;

export type OpenState = {
  open: boolean;
  closeSoon: boolean;
  /** The venue's current local day. `hoursActive` is the running slot, which may have begun yesterday. */
  actual: { hours: Slot[]; dayOfWeek: number; label: string; hoursActive?: Slot };
  next: { dayOfWeek: number; open: string; label: string; today: boolean; tomorrow: boolean; nextWeek: boolean } | null;
  /** HH:MM on the venue's clock. Absent when closed, and when the venue never closes. */
  closesAt?: string;
  /** The day of `closesAt`, present only when it is 24 hours away or more. */
  closesOn?: { dayOfWeek: number; label: string };
  /** Real minutes until `closesAt`, rounded up. */
  minutesLeft?: number;
};

/**
 * Computes what the opening-hours widget shows at an instant from the whole schedule, on the venue's clock. Lists of places, whose pages
 * carry no schedules, read their state from openings that the server has computed (cached-openings.ts).
 *
 * - A slot belongs to the local day on which it opens; one that closes before its opening hour runs into the next day. A slot
 *   whose open equals its close is ignored.
 * - An exception replaces the slots that open on its date. A slot that began the evening before runs on to its end.
 * - Slots that meet or overlap form one opening, and `closesAt` is its real end. 23:59 joins 00:00 of the next day, which is how
 *   a schedule says "24 hours".
 * - A clock time means the first instant at which the venue's clock shows it or later. In the repeated hour of autumn that is the
 *   first occurrence; in the skipped hour of spring it is the end of the gap. A slot 22:00 - 04:00 therefore lasts five or seven
 *   real hours on those nights. `closeSoon` counts real minutes: 60 or less.
 * - `next` is the next time closed doors open, after the current opening if there is one, within thirteen days; otherwise `null`.
 *   `today` means the current local day. `tomorrow` means the day after, and is set only from 22:00 (before that the weekday is
 *   named). `nextWeek` means seven days ahead or more. At most one of the flags is true.
 */
export function openState(hours: OpeningHours, now: Date | number, timeZone: string): OpenState {
  const today = wallTime(now, timeZone);
  const week = { hours, today: today.date, timeZone };
  const openings = openingsOf(week, +now);
  const current = openings.find(({ start, end }) => start <= +now && +now < end);
  const upcoming = openings.find(({ start }) => start > +now);
  const state: OpenState = {
    open: current !== undefined,
    closeSoon: false,
    actual: { hours: slotsOf(hours, today.date), ...weekday(hours, today.dayOfWeek) },
    next: upcoming ? nextOpening(upcoming, today.minutes, week) : null,
  };
  if (current) {
    state.actual.hoursActive = runningSlot(current, +now);
    if (current.end < +startOfLocalDay(addDays(today.date, DAYS_AHEAD + 1), timeZone))
      addClose(state, current.end, +now, week);
  }
  return state;
}

/**
 * The openings that have not ended at an instant, at most `count`, in milliseconds. `end` is null for one that lasts longer than the
 * next two weeks.
 */
export function comingOpenings(
  hours: OpeningHours,
  now: Date | number,
  timeZone: string,
  count: number,
): { start: number; end: number | null }[] {
  const { date } = wallTime(now, timeZone);
  const horizon = +startOfLocalDay(addDays(date, DAYS_AHEAD + 1), timeZone);
  // The last opening found may go on beyond the days that were read, so one more is asked for.
  return openingsOf({ hours, today: date, timeZone }, +now, count + 1)
    .filter(({ end }) => end > +now)
    .slice(0, count)
    .map(({ start, end }) => ({ start, end: end < horizon ? end : null }));
}

type Week = { hours: OpeningHours; today: string; timeZone: string };
/** A slot on the timeline, in milliseconds; `day` counts local days from today. */
type Span = { start: number; end: number; day: number; slot: Slot };
/** Spans that meet or overlap, merged. */
type Opening = { start: number; end: number; day: number; spans: Span[] };

/** All openings from yesterday on, in order, up to the day of the `count`th that begins after `now`. */
function openingsOf(week: Week, now: number, count = 1): Opening[] {
  const openings: Opening[] = [];
  let date = addDays(week.today, -1);
  for (let day = -1; day <= DAYS_AHEAD; day += 1) {
    const tomorrow = addDays(date, 1);
    for (const span of spansOf(week, day, date, tomorrow)) {
      const last = openings.at(-1);
      if (last && span.start <= last.end) {
        last.end = Math.max(last.end, span.end);
        last.spans.push(span);
      } else openings.push({ ...span, spans: [span] });
    }
    if (openings.filter(({ start }) => start > now).length >= count) break;
    date = tomorrow;
  }
  return openings;
}

function spansOf({ hours, timeZone }: Week, day: number, date: string, tomorrow: string): Span[] {
  const at = (on: string, minutes: number) => +instantOfWallTime(on, minutes, timeZone);
  const spans = slotsOf(hours, date).map((slot) => {
    const open = minutesOf(slot.open);
    const close = minutesOf(slot.close);
    const isJoined = close === DAY_MINUTES - 1 && slotsOf(hours, tomorrow).some((next) => minutesOf(next.open) === 0);
    const end = isJoined ? at(tomorrow, 0) : at(close < open ? tomorrow : date, close);
    return { start: at(date, open), end, day, slot };
  });
  // A slot that lies inside the hour skipped in spring has no duration.
  return spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
}

/** The instant (epoch ms) at which the last slot that opens on a local day ends; null on a closed day. */
export function endOfDay(hours: OpeningHours, date: string, timeZone: string): number | null {
  const spans = spansOf({ hours, today: date, timeZone }, 0, date, addDays(date, 1));
  return spans.length === 0 ? null : Math.max(...spans.map(({ end }) => end));
}

/** The slots that open on a local day, YYYY-MM-DD. An exception replaces those of its day of the week. */
export function slotsOf({ days, exceptions }: OpeningHours, date: string): Slot[] {
  const dayOfWeek = new Date(date).getUTCDay();
  const exception: HoursException | undefined = exceptions?.find((day) => day.date === date);
  const { schedules = [] } = exception ?? days.find((day) => day.dayOfWeek === dayOfWeek) ?? {};
  return schedules.filter(isReal);
}

/** A slot whose open equals its close is ignored. */
export function isReal({ open, close }: Slot): boolean {
  return minutesOf(open) !== minutesOf(close);
}

/** The running slot; when several overlap, the one that ends last. */
function runningSlot({ spans }: Opening, now: number): Slot | undefined {
  const running = spans.filter(({ start, end }) => start <= now && now < end);
  return running.sort((a, b) => b.end - a.end)[0]?.slot;
}

function nextOpening({ start, day }: Opening, minutesNow: number, { hours, today, timeZone }: Week): OpenState["next"] {
  return {
    ...weekday(hours, new Date(addDays(today, day)).getUTCDay()),
    open: clockTime(start, timeZone),
    today: day === 0,
    tomorrow: day === 1 && minutesNow >= TOMORROW_CUTOFF_MINUTES,
    nextWeek: day >= 7,
  };
}

function addClose(state: OpenState, end: number, now: number, { hours, timeZone }: Week): void {
  const minutesLeft = Math.ceil((end - now) / MINUTE_MS);
  state.minutesLeft = minutesLeft;
  state.closeSoon = minutesLeft <= CLOSE_SOON_MINUTES;
  state.closesAt = clockTime(end, timeZone);
  if (minutesLeft >= DAY_MINUTES) state.closesOn = weekday(hours, wallTime(end, timeZone).dayOfWeek);
}

function weekday({ days }: OpeningHours, dayOfWeek: number): { dayOfWeek: number; label: string } {
  return { dayOfWeek, label: days.find((day) => day.dayOfWeek === dayOfWeek)?.label ?? "" };
}
