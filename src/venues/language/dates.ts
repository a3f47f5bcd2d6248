import { twoDigits, wallTime, type WallTime } from "../../platform/time-zones.ts";
import type { Locale } from "../contract.ts";

/**
 * Times and dates in words: the one form of each language, for pages, mails, passes, the desk and answers of the API. Amounts are in
 * `numbers.ts`. Browser-safe and without Intl, whose data takes a browser long to load and differs between browsers; so what a component
 * says is the same on the server. Spaces inside a time or a date do not break.
 */

/** Opening hours are in Dutch too. */
export type Language = Locale | "nl";
/** The reader's language and the zone of the clock that is read. */
export type Clock = { locale: Locale; timeZone: string };

const NO_BREAK_SPACE = "\u00A0";
const HOUR_MINUTES = 60;
const NOON = 720;
const MIDNIGHT = { fr: "minuit", en: "midnight", nl: "middernacht" } as const;
/** Midnight beside a date, where the word would leave open which night is meant. */
const DATED_MIDNIGHT = { fr: "0h", en: `12${NO_BREAK_SPACE}am` } as const;
const BETWEEN_TIMES = { fr: "à", en: "to", nl: "tot" } as const;
const BEFORE_TIME = { long: { fr: " à ", en: " at " }, short: { fr: ", ", en: ", " } } as const;

const WEEKDAYS = {
  fr: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
  en: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
  nl: ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"],
} as const;
const MONTHS = {
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
  nl: "januari februari maart april mei juni juli augustus september oktober november december".split(" "),
};
const SHORT_MONTHS = {
  fr: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(" "),
  en: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "),
  nl: "jan. feb. mrt. apr. mei juni juli aug. sep. okt. nov. dec.".split(" "),
};

/** The parts of a calendar day in words. The French first of the month is '1er'. */
export type DayParts = {
  weekday: string;
  shortWeekday: string;
  day: string;
  twoDigitDay: string;
  month: string;
  shortMonth: string;
  year: string;
};

/** How much of a day is said, with December 8, 2026 as an example. */
const DAY_FORMS = {
  /** 'mardi', 'Tuesday' */
  weekday: ({ weekday }) => [weekday],
  /** '8 décembre', '8 December' */
  day: ({ day, month }) => [day, month],
  /** '8 décembre 2026', '8 December 2026' */
  date: ({ day, month, year }) => [day, month, year],
  /** '8 déc. 2026', '8 Dec 2026' */
  shortDate: ({ day, shortMonth, year }) => [day, shortMonth, year],
  /** 'mardi 8 décembre', 'Tuesday 8 December' */
  weekdayAndDay: ({ weekday, day, month }) => [weekday, day, month],
  /** 'mar. 8 déc.', 'Tue 8 Dec', for narrow places such as a strip of days */
  shortDay: ({ shortWeekday, day, shortMonth }) => [shortWeekday, day, shortMonth],
  /** 'mardi 8 décembre 2026', 'Tuesday 8 December 2026' */
  full: ({ weekday, day, month, year }) => [weekday, day, month, year],
  /** 'décembre 2026', 'December 2026' */
  month: ({ month, year }) => [month, year],
  /** '08 déc.', '08 Dec', the last day of a gift on its tile */
  expiry: ({ twoDigitDay, shortMonth }) => [twoDigitDay, shortMonth],
  /** '08 déc. 2026', '08 Dec 2026' */
  expiryWithYear: ({ twoDigitDay, shortMonth, year }) => [twoDigitDay, shortMonth, year],
} satisfies Record<string, (parts: DayParts) => string[]>;
export type DayForm = keyof typeof DAY_FORMS;

/** '20h30', '10h', 'minuit'; '8.30 pm', '10 am', 'noon', 'midnight'; '20:30' in Dutch. `minutes` are counted from midnight. */
export function timeText(minutes: number, language: Language): string {
  if (minutes === 0) return MIDNIGHT[language];
  const hour = Math.floor(minutes / HOUR_MINUTES);
  const past = minutes % HOUR_MINUTES;
  if (language === "nl") return `${twoDigits(hour)}:${twoDigits(past)}`;
  if (language === "fr") return `${hour}h${past === 0 ? "" : twoDigits(past)}`;
  if (minutes === NOON) return "noon";
  const half = minutes < NOON ? "am" : "pm";
  return `${hour % 12 || 12}${past === 0 ? "" : `.${twoDigits(past)}`}${NO_BREAK_SPACE}${half}`;
}

/** The same for a time of a schedule, H:MM or HH:MM. */
export function hourText(hour: string, language: Language): string {
  return timeText(minutesOf(hour), language);
}

/** From one time of a schedule to another: '10h à 3h', '10 am to 3 am', '10:00 tot 03:00'. */
export function rangeText({ open, close }: { open: string; close: string }, language: Language): string {
  return [hourText(open, language), BETWEEN_TIMES[language], hourText(close, language)].join(NO_BREAK_SPACE);
}

/** The time of an instant: '20h30', '8.30 pm'. */
export function timeAt(instant: Date, { locale, timeZone }: Clock): string {
  return timeText(wallTime(instant, timeZone).minutes, locale);
}

/** A calendar day, YYYY-MM-DD, in one of the forms. */
export function dayText(date: string, language: Language, form: DayForm): string {
  return DAY_FORMS[form](dayParts(date, language)).join(NO_BREAK_SPACE);
}

/** The day of an instant in one of the forms. */
export function dayAt(instant: Date, { locale, timeZone }: Clock, form: DayForm): string {
  return dayText(wallTime(instant, timeZone).date, locale, form);
}

/** Day and time of an instant: '8 décembre 2026 à 20h30', '8 December 2026 at 8.30 pm'; short '8 déc. 2026, 20h30'. */
export function momentAt(instant: Date, { locale, timeZone }: Clock, length: "long" | "short" = "long"): string {
  return momentText(wallTime(instant, timeZone), locale, length);
}

/** The same for a reading of the venue's clock. */
export function momentText(
  { date, minutes }: Omit<WallTime, "dayOfWeek">,
  locale: Locale,
  length: "long" | "short" = "long",
): string {
  const time = minutes === 0 ? DATED_MIDNIGHT[locale] : timeText(minutes, locale);
  return dayText(date, locale, length === "long" ? "date" : "shortDate") + BEFORE_TIME[length][locale] + time;
}

/** The name of a day of the week as a label, 0 = Sunday: 'Mardi', 'Tuesday', 'Dinsdag'. */
export function dayLabel(dayOfWeek: number, language: Language): string {
  return capitalised(WEEKDAYS[language][dayOfWeek] ?? "");
}

/** The same words with a capital at the beginning. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of a calendar day, for texts of another shape. */
export function dayParts(date: string, language: Language): DayParts {
  const [year = "", month = "", day = ""] = date.split("-");
  const weekday = WEEKDAYS[language][new Date(date).getUTCDay()] ?? "";
  const isFirst = language === "fr" && Number(day) === 1;
  return {
    weekday,
    shortWeekday: shortWeekday(weekday, language),
    day: isFirst ? "1er" : String(Number(day)),
    twoDigitDay: day,
    month: MONTHS[language][Number(month) - 1] ?? "",
    shortMonth: SHORT_MONTHS[language][Number(month) - 1] ?? "",
    year,
  };
}

/** The minutes from midnight to H:MM or HH:MM. */
export function minutesOf(hour: string): number {
  const [hours, minutes] = hour.split(":");
  return Number(hours) * HOUR_MINUTES + Number(minutes);
}

function shortWeekday(weekday: string, language: Language): string {
  if (language === "nl") return weekday.slice(0, 2);
  return language === "fr" ? `${weekday.slice(0, 3)}.` : weekday.slice(0, 3);
}
