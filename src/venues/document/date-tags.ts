import { HOUR_MS } from "../../platform/durations.ts";
import { addDays, startOfLocalDay, twoDigits, wallTime } from "../../platform/time-zones.ts";
import type { WallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";
import { dayParts, dayText, timeText } from "../language/dates.ts";

/**
 * Dates of announcements and jackpots, always on the venue's clock. Their French patterns are published (two digits for day, hour and
 * minutes); English follows British usage, as in `dates.ts`.
 */

/** The instants of an announcement or show from which its date tag is built. */
export type TaggedDates = { startAt: Date; endAt: Date | null; broadcastEndAt: Date };
export type TagOptions = { now: Date; locale: Locale; timeZone: string; isCompact: boolean };

/** An end before six in the morning counts as the day before: a ball that ends at four is one night, not two days. */
const NIGHT_MS = 6 * HOUR_MS;

const WORDS = {
  fr: { today: "Aujourd’hui", yesterday: "Hier", to: "au", from: "dès", at: "à" },
  en: { today: "Today", yesterday: "Yesterday", to: "to", from: "from", at: "at" },
} as const;

/**
 * The date tag of an announcement: 'samedi 21 novembre 2026 dès 19h00', compact 'sam. 21 novembre dès 19h00'; 'Aujourd’hui à
 * 20h30' on its day; 'ven. 15 janvier au lun. 18 janvier' when it ends on a later day. 'dès' is used when the broadcast ends
 * after the start, otherwise 'à'. The end is always written as a date, because 'au Aujourd’hui' is not French.
 */
export function dateTag({ startAt, endAt, broadcastEndAt }: TaggedDates, options: TagOptions): string {
  const { now, locale, timeZone } = options;
  const words = WORDS[locale];
  const start = wallTime(startAt, timeZone);
  const startText = isToday(startAt, now, timeZone) ? words.today : tagDay(start.date, options);
  const lastDay = endAt ? wallTime(+endAt - NIGHT_MS, timeZone).date : start.date;
  if (lastDay > start.date) return `${startText} ${words.to} ${tagDay(lastDay, options)}`;
  const preposition = broadcastEndAt > startAt ? words.from : words.at;
  return `${startText} ${preposition} ${tagHour(start, locale)}`;
}

/** True when `instant` falls on the venue's current local day. */
export function isToday(instant: Date, now: Date, timeZone: string): boolean {
  return wallTime(instant, timeZone).date === wallTime(now, timeZone).date;
}

/** When a jackpot was won, for lists of recent ones: 'Aujourd’hui à 1h12', 'Hier à 23h46', otherwise '18 novembre à 22h20'. */
export function recentTag(instant: Date, { now, locale, timeZone }: Omit<TagOptions, "isCompact">): string {
  const words = WORDS[locale];
  const wall = wallTime(instant, timeZone);
  const today = wallTime(now, timeZone).date;
  const near = wall.date === today ? words.today : wall.date === addDays(today, -1) ? words.yesterday : null;
  return `${near ?? dayText(wall.date, locale, "day")} ${words.at} ${timeText(wall.minutes, locale)}`;
}

/** DD/MM/YYYY */
export function numericDate(instant: Date, timeZone: string): string {
  return wallTime(instant, timeZone).date.split("-").toReversed().join("/");
}

/**
 * The instant until which a page that shows these texts stays correct: the venue's next midnight, or the first of `changeTimes` (starts
 * and ends of broadcast windows) after `now`, whichever comes first.
 */
export function validUntil(now: Date, changeTimes: Date[], timeZone: string): Date {
  const midnight = startOfLocalDay(addDays(wallTime(now, timeZone).date, 1), timeZone);
  return changeTimes.reduce((first, time) => (time > now && time < first ? time : first), midnight);
}

function tagDay(date: string, { locale, isCompact }: TagOptions): string {
  const parts = dayParts(date, locale);
  const day = locale === "fr" ? parts.twoDigitDay : parts.day;
  const { weekday, shortWeekday, month, year } = parts;
  return isCompact ? `${shortWeekday} ${day} ${month}` : `${weekday} ${day} ${month} ${year}`;
}

function tagHour({ minutes }: WallTime, locale: Locale): string {
  if (locale !== "fr") return timeText(minutes, locale);
  return `${twoDigits(Math.floor(minutes / 60))}h${twoDigits(minutes % 60)}`;
}
