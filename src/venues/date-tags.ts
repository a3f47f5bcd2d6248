import { addDays, startOfLocalDay, wallTime } from "../platform/time-zones.ts";
import type { WallTime } from "../platform/time-zones.ts";
import type { Locale } from "./contract.ts";

/**
 * Dates and times in words, always on the venue's clock. English follows British usage: 'Saturday 9 January 2027', 'from 7.30pm',
 * 'at noon', 'at midnight'.
 */

/** The instants of an announcement or show from which its date tag is built. */
export type TaggedDates = { startAt: Date; endAt: Date | null; broadcastEndAt: Date };
export type TagOptions = { now: Date; locale: Locale; timeZone: string; isCompact: boolean };

/** Hours before six in the morning count as the evening before: a ball that ends at four is one night, not two days. */
const NIGHT_MS = 6 * 3_600_000;

const WORDS = {
  fr: { today: "Aujourd’hui", yesterday: "Hier", to: "au", from: "dès", at: "à" },
  en: { today: "Today", yesterday: "Yesterday", to: "to", from: "from", at: "at" },
} as const;

/** Formats a calendar date that is passed as UTC midnight, so one format serves every zone. */
const dayFormat = (tag: string, weekday: "long" | "short", day: "2-digit" | "numeric") =>
  new Intl.DateTimeFormat(tag, { timeZone: "UTC", weekday, day, month: "long", year: "numeric" });
const DAY_FORMATS = {
  fr: { full: dayFormat("fr-FR", "long", "2-digit"), compact: dayFormat("fr-FR", "short", "2-digit") },
  en: { full: dayFormat("en-GB", "long", "numeric"), compact: dayFormat("en-GB", "short", "numeric") },
};

/**
 * The date tag of an announcement: 'samedi 21 novembre 2026 dès 19h00', compact 'sam. 21 novembre dès 19h00'; 'Aujourd’hui à
 * 20h30' on its day; 'ven. 15 janvier au lun. 18 janvier' when it ends on a later day. 'dès' is used when the broadcast ends
 * after the start, otherwise 'à'. The end is always written as a date, because 'au Aujourd’hui' is not French.
 */
export function dateTag({ startAt, endAt, broadcastEndAt }: TaggedDates, options: TagOptions): string {
  const { now, locale, timeZone } = options;
  const words = WORDS[locale];
  const start = wallTime(startAt, timeZone);
  const startText = isToday(startAt, now, timeZone) ? words.today : dayText(start.date, options);
  const lastDay = endAt ? wallTime(+endAt - NIGHT_MS, timeZone).date : start.date;
  if (lastDay > start.date) return `${startText} ${words.to} ${dayText(lastDay, options)}`;
  const preposition = broadcastEndAt > startAt ? words.from : words.at;
  return `${startText} ${preposition} ${hourText(start, locale)}`;
}

/** True when `instant` falls on the venue's current local day. */
export function isToday(instant: Date, now: Date, timeZone: string): boolean {
  return wallTime(instant, timeZone).date === wallTime(now, timeZone).date;
}

/** When a jackpot was won, for lists of recent ones: 'Aujourd’hui à 01h12', 'Hier à 23h46', otherwise '18/11/2026 à 22h20'. */
export function recentTag(instant: Date, { now, locale, timeZone }: Omit<TagOptions, "isCompact">): string {
  const words = WORDS[locale];
  const wall = wallTime(instant, timeZone);
  const today = wallTime(now, timeZone).date;
  const names = new Map<string, string>([
    [today, words.today],
    [addDays(today, -1), words.yesterday],
  ]);
  return `${names.get(wall.date) ?? numericDate(instant, timeZone)} ${words.at} ${hourText(wall, locale)}`;
}

/** DD/MM/YYYY */
export function numericDate(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).date.split("-").toReversed().join("/");
}

/** HH:mm */
export function clockTime(instant: Date, timeZone: string): string {
  return hoursAndMinutes(wallTime(instant, timeZone)).join(":");
}

/**
 * The instant until which a page that shows these texts stays correct: the venue's next midnight, or the first of `edges` (starts
 * and ends of broadcast windows) after `now`, whichever comes first.
 */
export function validUntil(now: Date, edges: Date[], timeZone: string): Date {
  const midnight = startOfLocalDay(addDays(wallTime(now, timeZone).date, 1), timeZone);
  return edges.reduce((first, edge) => (edge > now && edge < first ? edge : first), midnight);
}

function dayText(date: string, { locale, isCompact }: TagOptions): string {
  const format = DAY_FORMATS[locale][isCompact ? "compact" : "full"];
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(new Date(date))) part[type] = value;
  return [part.weekday, part.day, part.month, ...(isCompact ? [] : [part.year])].join(" ");
}

/** The time of a reading of the clock: '20h30'; in English '8.30pm'. */
export function hourText(wall: WallTime, locale: Locale): string {
  return locale === "fr" ? hoursAndMinutes(wall).join("h") : britishHour(wall.minutes);
}

function britishHour(minutes: number): string {
  if (minutes === 0) return "midnight";
  if (minutes === 720) return "noon";
  const hour = Math.floor(minutes / 60) % 12 || 12;
  const past = minutes % 60 === 0 ? "" : `.${twoDigits(minutes % 60)}`;
  return `${hour}${past}${minutes < 720 ? "am" : "pm"}`;
}

function hoursAndMinutes({ minutes }: WallTime): string[] {
  return [twoDigits(Math.floor(minutes / 60)), twoDigits(minutes % 60)];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
