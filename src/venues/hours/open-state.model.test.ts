import { MINUTE_MS } from "../../platform/durations.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HoursException, OpeningHours, Slot } from "../../platform/opening-hours.ts";
import { openState } from "./open-state.ts";
import type { OpenState } from "./open-state.ts";
import { amount, IS_PROOF } from "../../../test/support/proof.ts";

/**
 * Checks opening hours against an independent model: a doorkeeper who reads the wall clock (from Intl) once every real minute for
 * eight weeks. It starts a slot the first time the clock shows its opening hour or later on its day, and ends it the first time
 * the clock has reached its closing hour. It uses no offsets and computes no instants.
 */

const DAY = 1_440;
const FIRST = 3 * DAY;
const LAST = FIRST + 56 * DAY;
/** The model runs longer than the checked period, because the next opening may lie two weeks ahead. */
const WATCHED = LAST + 16 * DAY;
/** Schedules tried per zone and season. Few, because each takes 80,000 minutes; not shrunk, because that would take an hour. */
const RUNS = amount({ test: 1, proof: 20 });
const LABELS = ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"];

type Run = { slot: Slot; open: number; closeDay: number; close: number; endedAt: number };
type Clock = { zone: string; start: number; dates: string[]; minutes: { day: number; minutes: number }[] };

const watched = new Map<string, Clock>();

/** What the wall clock shows in each minute from three days before `from`. It is watched once for all tests. */
function watchClock(zone: string, from: string): Clock {
  const known = watched.get(zone + from);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const clock: Clock = { zone, start: Date.parse(from) - FIRST * MINUTE_MS, dates: [], minutes: [] };
  for (let index = 0; index < WATCHED; index += 1) {
    const [date = "", time = ""] = format.format(clock.start + index * MINUTE_MS).split(" ");
    if (clock.dates.at(-1) !== date) clock.dates.push(date);
    clock.minutes.push({ day: clock.dates.length - 1, minutes: toMinutes(time) });
  }
  watched.set(zone + from, clock);
  return clock;
}

/** The slots that run during each minute; none where the doors are closed. */
function watchDoors(hours: OpeningHours, clock: Clock): Run[][] {
  const plan = clock.dates.map((date) => slotsOn(hours, date));
  const waiting = plan.map((slots, day) => slots.map((slot) => runOf(slot, day, plan[day + 1] ?? [])));
  let running: Run[] = [];
  return clock.minutes.map(({ day, minutes }, index) => {
    const begun = waiting[day]!.filter(({ open }) => minutes >= open);
    if (begun.length > 0) waiting[day] = waiting[day]!.filter((run) => !begun.includes(run));
    const hasEnded = (run: Run) => day > run.closeDay || (day === run.closeDay && minutes >= run.close);
    if (begun.length === 0 && !running.some(hasEnded)) return running;
    running = [...running, ...begun];
    for (const run of running.filter(hasEnded)) run.endedAt = index;
    running = running.filter((run) => !hasEnded(run));
    return running;
  });
}

function runOf(slot: Slot, day: number, tomorrow: Slot[]): Run {
  const isJoined = slot.close === "23:59" && tomorrow.some(({ open }) => toMinutes(open) === 0);
  const isOvernight = isJoined || toMinutes(slot.close) < toMinutes(slot.open);
  return {
    slot,
    open: toMinutes(slot.open),
    closeDay: isOvernight ? day + 1 : day,
    close: isJoined ? 0 : toMinutes(slot.close),
    endedAt: Infinity,
  };
}

function slotsOn(hours: OpeningHours, date: string): Slot[] {
  const special = hours.exceptions?.find((day) => day.date === date);
  const usual = hours.days.find((day) => day.dayOfWeek === weekdayOf(date));
  return (special ?? usual)!.schedules.filter(({ open, close }) => toMinutes(open) !== toMinutes(close));
}

/** The expected state for each minute, in the text form that `flat` gives. */
function expectations(hours: OpeningHours, clock: Clock): (index: number) => { state: string; active: string[] } {
  const doors = watchDoors(hours, clock);
  const isOpen = doors.map((running) => running.length > 0);
  const closings = following(isOpen.map((open) => !open));
  const openings = following(isOpen.map((open, index) => open && isOpen[index - 1] === false));
  const days = clock.dates.map((date) => ({ weekday: weekdayOf(date), slots: slotsOn(hours, date) }));
  return (index) => {
    const { day, minutes } = clock.minutes[index]!;
    const closing = clock.minutes[closings[index]!];
    const left = isOpen[index] && closing && closing.day < day + 14 ? closings[index]! - index : null;
    const opening = clock.minutes[openings[index + 1]!];
    const ahead = opening ? opening.day - day : Infinity;
    const next =
      opening && ahead <= 13
        ? [
            days[opening.day]!.weekday,
            toClock(opening.minutes),
            ahead === 0,
            ahead === 1 && minutes >= 1320,
            ahead >= 7,
          ]
        : null;
    const closesAt = left === null ? null : [toClock(closing!.minutes), left, left <= 60];
    const closesOn = left === null || left < DAY ? null : days[closing!.day]!.weekday;
    const today = days[day]!;
    const longest = Math.max(...doors[index]!.map(({ endedAt }) => endedAt));
    return {
      state: JSON.stringify([isOpen[index], today.weekday, today.slots, next, closesAt, closesOn]),
      active: doors[index]!.filter(({ endedAt }) => endedAt === longest).map(({ slot }) => JSON.stringify(slot)),
    };
  };
}

function flat({ open, closeSoon, actual, next, closesAt, closesOn, minutesLeft }: OpenState): string {
  const opening = next && [next.dayOfWeek, next.open, next.today, next.tomorrow, next.nextWeek];
  const close = closesAt === undefined ? null : [closesAt, minutesLeft, closeSoon];
  return JSON.stringify([open, actual.dayOfWeek, actual.hours, opening, close, closesOn?.dayOfWeek ?? null]);
}

/** For each minute, the first index from it on where the flag is set, or one past the last. */
function following(flags: boolean[]): number[] {
  const answer = flags.map(() => flags.length);
  for (let index = flags.length - 1; index >= 0; index -= 1) {
    answer[index] = flags[index] ? index : (answer[index + 1] ?? flags.length);
  }
  return answer;
}

/** Asks once per chosen minute, at a varying second; `isAsked` selects a sample of the eight weeks. */
function firstDisagreement(hours: OpeningHours, clock: Clock, isAsked: (index: number) => boolean): object | undefined {
  const expected = expectations(hours, clock);
  for (let index = FIRST; index < LAST; index += 1) {
    if (!isAsked(index)) continue;
    const now = clock.start + index * MINUTE_MS + ((index * 7919) % MINUTE_MS);
    const state = openState(hours, now, clock.zone);
    const { hoursActive } = state.actual;
    const model = expected(index);
    const isActiveRight = hoursActive ? model.active.includes(JSON.stringify(hoursActive)) : model.active.length === 0;
    if (flat(state) !== model.state || !isActiveRight)
      return { now: new Date(now).toISOString(), state: flat(state), hoursActive, model };
  }
  return undefined;
}

const aTime = fc.oneof(
  fc.constantFrom("00:00", "00:01", "01:59", "02:00", "02:30", "02:59", "03:00", "04:00", "10:00", "22:00", "23:59"),
  fc.integer({ min: 0, max: DAY - 1 }).map(toClock),
);
const aSlot: fc.Arbitrary<Slot> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ open: aTime, close: aTime }) },
  { weight: 1, arbitrary: fc.constant({ open: "00:00", close: "23:59" }) },
  { weight: 1, arbitrary: aTime.map((time) => ({ open: time, close: time })) },
);
const meetingSlots: fc.Arbitrary<Slot[]> = fc.tuple(aTime, aTime, aTime).map(([open, between, close]) => [
  { open, close: between },
  { open: between, close },
]);
const someSlots: fc.Arbitrary<Slot[]> = fc.oneof(
  fc.constant<Slot[]>([]),
  fc.array(aSlot, { minLength: 1, maxLength: 4 }),
  meetingSlots,
);

/** Times in and around the hour that is skipped in spring and repeated in autumn. */
const aNightTime = fc.integer({ min: 105, max: 195 }).map(toClock);
const nightSlots: fc.Arbitrary<Slot[]> = fc.oneof(
  fc.array(fc.record({ open: aNightTime, close: aNightTime }), { maxLength: 3 }),
  aNightTime.map((close) => [{ open: "22:00", close }]),
);

/**
 * Half of the weeks are nearly always closed, so that the next opening is far away; half have odd slots in the night of the
 * change.
 */
function someHours(dates: string[], change: string): fc.Arbitrary<OpeningHours> {
  return fc.boolean().chain((isSparse) => {
    const schedules = isSparse ? fc.oneof({ weight: 6, arbitrary: fc.constant<Slot[]>([]) }, someSlots) : someSlots;
    const days = fc.tuple(
      ...LABELS.map((label, dayOfWeek) =>
        fc.record({ label: fc.constant(label), dayOfWeek: fc.constant(dayOfWeek), schedules }),
      ),
    );
    const anywhere = fc.array(fc.record({ date: fc.constantFrom(...dates), schedules }), { maxLength: 20 });
    const nights = fc.tuple(
      ...[dates[dates.indexOf(change) - 1]!, change].map((date) =>
        fc.record({ date: fc.constant(date), schedules: nightSlots }),
      ),
    );
    const exceptions = fc.oneof(
      anywhere,
      fc.tuple(nights, anywhere).map(([first, others]) => [...first, ...others]),
    );
    return fc.record({ days, exceptions: exceptions.map(oncePerDate) });
  });
}

function oncePerDate(exceptions: HoursException[]): HoursException[] {
  return exceptions.filter(({ date }, index) => exceptions.findIndex((other) => other.date === date) === index);
}

describe("the widget and a model that reads the clock every minute for eight weeks", () => {
  const seasons: [string, string, string][] = [
    ["2026-03-01T00:00:00Z", "2026-03-29", "spring"],
    ["2026-10-01T00:00:00Z", "2026-10-25", "autumn"],
  ];
  const zones = ["Europe/Paris", "Europe/Zurich", "Europe/Brussels"];
  const all = zones.flatMap((zone) => seasons.map(([from, change, season]) => ({ zone, from, change, season })));
  /** In `npm test` each zone runs through one season, and Paris through both. */
  const runs = all.filter(({ zone, season }) => IS_PROOF || zone === "Europe/Paris" || season === "autumn");

  it.each(runs)(
    "agree in $zone through the change of clocks in $season",
    { timeout: 120_000 },
    ({ zone, from, change }) => {
      const clock = watchClock(zone, from);
      const changeDay = clock.dates.indexOf(change);
      const isNearChange = (index: number) => Math.abs(clock.minutes[index]!.day - changeDay) <= 1;
      fc.assert(
        fc.property(someHours(clock.dates, change), fc.nat({ max: 16 }), (hours, offset) => {
          const isAsked = (index: number) => index % 17 === offset || isNearChange(index);
          expect(firstDisagreement(hours, clock, isAsked)).toBeUndefined();
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
  );

  it.each(runs.filter(({ zone }) => zone === "Europe/Paris"))(
    "agree in every single minute in $season",
    { timeout: 120_000 },
    ({ zone, from, change }) => {
      const clock = watchClock(zone, from);
      fc.assert(
        fc.property(someHours(clock.dates, change), (hours) => {
          expect(firstDisagreement(hours, clock, () => true)).toBeUndefined();
        }),
        { numRuns: 1, endOnFailure: true },
      );
    },
  );
});

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function toClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay();
}
