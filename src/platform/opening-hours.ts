import { isFields, type Fields } from "./fields.ts";
import { z } from "zod";
import { isCalendarDay } from "./time-zones.ts";
import { localized, text, timeOfDay } from "./schema.ts";

/** A venue's opening schedule: seven days, and optional exceptions for single dates. Day 0 is Sunday. */

export type Slot = { open: string; close: string };
type DayHours = { label: string; dayOfWeek: number; schedules: Slot[] };
/** A day that differs from the week: `date` is the venue's local day, YYYY-MM-DD. Empty schedules mean closed. */
export type HoursException = { date: string; schedules: Slot[]; note?: { fr: string; en: string } };
export type OpeningHours = { days: DayHours[]; exceptions?: HoursException[] };

export type Problem = { path: (string | number)[]; message: string };

const DAYS_IN_WEEK = 7;
const SLOTS_MAX = 12;
const EXCEPTIONS_MAX = 400;

const label = text(80);
const note = localized(240);
/** A single date of a schedule. */
export const scheduleDate = z.iso.date();
const slots = z.array(z.strictObject({ open: timeOfDay, close: timeOfDay })).max(SLOTS_MAX);

/**
 * The shape of an opening schedule, for answers, forms and the published JSON Schema. `openingHours` alone checks what a shape cannot
 * express: each day of the week once, each date once. It ignores further fields of days and of slots, which the published schema shows to
 * an author as mistakes.
 */
export const openingHoursShape = z.strictObject({
  days: z
    .array(z.strictObject({ label, dayOfWeek: z.int().min(0).max(6).describe("0 is Sunday"), schedules: slots }))
    .length(DAYS_IN_WEEK),
  exceptions: z
    .array(z.strictObject({ date: scheduleDate, schedules: slots, note: note.optional() }))
    .max(EXCEPTIONS_MAX)
    .optional(),
});

const { $schema: _, ...published } = z.toJSONSchema(openingHoursShape, { io: "input" });

/**
 * Parses an opening schedule from unknown data. It reports all problems at once, each at its path, with eight published messages whose
 * wording API clients rely on, and further messages of our own (an eighth day, the exceptions). Times are returned as HH:MM. A slot whose
 * open equals its close is kept, but computations ignore it.
 */
export const openingHours = z
  .unknown()
  .transform((data, context): OpeningHours => {
    const { hours, problems } = readHours(data);
    for (const { path, message } of problems) context.addIssue({ code: "custom", path, message });
    return problems.length === 0 ? hours : z.NEVER;
  })
  .meta(published);

type Path = (string | number)[];
/** Continues after a problem, so that an author sees all of them. `hours` is meaningful only without problems. */
function readHours(data: unknown): { hours: OpeningHours; problems: Problem[] } {
  const problems: Problem[] = [];
  const report = (path: Path, message: string) => void problems.push({ path, message });
  if (!isFields(data)) {
    report([], "Data must be of type object");
    return { hours: { days: [] }, problems };
  }
  refuseUnknownKeys(data, ["days", "exceptions"], [], report);
  const hours: OpeningHours = { days: readDays(data.days, report) };
  if (data.exceptions !== undefined) hours.exceptions = readExceptions(data.exceptions, report);
  return { hours, problems };
}

type Report = (path: Path, message: string) => void;

function readDays(data: unknown, report: Report): DayHours[] {
  const entries: unknown[] = Array.isArray(data) ? data : [];
  if (isADayMissing(entries)) report(["days"], "one or more days are missing");
  else if (entries.length > DAYS_IN_WEEK) report(["days"], "there must be exactly 7 days");
  return entries.map((entry, index) => readDay(entry, ["days", index], report));
}

/** An entry with an unreadable day may be the missing one. It is reported itself, so the day is not reported as missing too. */
function isADayMissing(entries: unknown[]): boolean {
  const known = new Set<unknown>();
  let unreadable = 0;
  for (const entry of entries) {
    if (isFields(entry) && isDayOfWeek(entry.dayOfWeek)) known.add(entry.dayOfWeek);
    else unreadable += 1;
  }
  return known.size + unreadable < DAYS_IN_WEEK;
}

function readDay(data: unknown, path: Path, report: Report): DayHours {
  const day: DayHours = { label: "", dayOfWeek: 0, schedules: [] };
  if (!isFields(data)) {
    report(path, "Data must be of type object");
    return day;
  }
  if (typeof data.label === "string") day.label = readWith(label, data.label, [...path, "label"], report) ?? "";
  else report([...path, "label"], "label must be a string field");
  if (isDayOfWeek(data.dayOfWeek)) day.dayOfWeek = data.dayOfWeek;
  else report([...path, "dayOfWeek"], "dayOfWeek must be an int field and be between 0 and 6");
  day.schedules = readSlots(data.schedules, [...path, "schedules"], report);
  return day;
}

function readSlots(data: unknown, path: Path, report: Report): Slot[] {
  if (!Array.isArray(data)) {
    report(path, "schedules must be an array");
    return [];
  }
  if (data.length > SLOTS_MAX) report(path, `schedules must have at most ${SLOTS_MAX} entries`);
  return data.map((slot: unknown, index) => readSlot(slot, [...path, index], report));
}

function readSlot(data: unknown, path: Path, report: Report): Slot {
  if (!isFields(data)) {
    report(path, "schedules must contain objects");
    return { open: "", close: "" };
  }
  if (data.open === undefined || data.close === undefined) report(path, "schedule object must contain open and close");
  return {
    open: readTime(data.open, [...path, "open"], report),
    close: readTime(data.close, [...path, "close"], report),
  };
}

function readTime(data: unknown, path: Path, report: Report): string {
  if (data === undefined) return "";
  const read = timeOfDay.safeParse(data);
  if (read.success) return read.data.padStart(5, "0");
  report(path, "incorrect time format");
  return "";
}

function readExceptions(data: unknown, report: Report): HoursException[] {
  if (!Array.isArray(data)) {
    report(["exceptions"], "exceptions must be an array");
    return [];
  }
  if (data.length > EXCEPTIONS_MAX) report(["exceptions"], `exceptions must have at most ${EXCEPTIONS_MAX} entries`);
  const seen = new Set<string>();
  return data.map((entry: unknown, index) => {
    const path = ["exceptions", index];
    const exception = readException(entry, path, report);
    if (seen.has(exception.date)) report([...path, "date"], "date must not be given twice");
    if (exception.date !== "") seen.add(exception.date);
    return exception;
  });
}

function readException(data: unknown, path: Path, report: Report): HoursException {
  const exception: HoursException = { date: "", schedules: [] };
  if (!isFields(data)) {
    report(path, "exceptions must contain objects");
    return exception;
  }
  refuseUnknownKeys(data, ["date", "schedules", "note"], path, report);
  if (isCalendarDay(data.date)) exception.date = data.date;
  else report([...path, "date"], "date must be a day of the calendar such as 2026-12-24");
  exception.schedules = readSlots(data.schedules, [...path, "schedules"], report);
  const read = data.note === undefined ? undefined : readWith(note, data.note, [...path, "note"], report);
  if (read) exception.note = read;
  return exception;
}

function readWith<Output>(schema: z.ZodType<Output>, data: unknown, path: Path, report: Report): Output | undefined {
  const result = schema.safeParse(data);
  for (const issue of result.error?.issues ?? []) {
    report([...path, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))], issue.message);
  }
  return result.data;
}

/** Used where keys are optional: a misspelt required key is reported as missing, but a misspelt optional one would be lost silently. */
function refuseUnknownKeys(data: Fields, known: string[], path: Path, report: Report): void {
  for (const key of Object.keys(data)) {
    if (!known.includes(key)) report([...path, key], `must be one of ${known.join(", ")}`);
  }
}

function isDayOfWeek(data: unknown): data is number {
  return typeof data === "number" && Number.isInteger(data) && data >= 0 && data <= 6;
}
