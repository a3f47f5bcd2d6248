import { z } from "zod";
import { isCalendarDay } from "./time-zones.ts";
import { plainWords } from "./plain-words.ts";

// A schema without a message of its own uses these words instead of the library's.
z.config({ customError: plainWords });

/** The primitives of the rooms' contracts. Browser-safe; imports the schema library only. */

/** The maximal length of a text with inline or rich markup, in characters. */
export const RICH_TEXT_MAX = 20_000;

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** True for text that PostgreSQL stores unchanged: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes("\0") && !LONE_SURROGATE.test(text);
}

/** The same for a path, in which NUL may also be percent-encoded. Nothing stored can be found by any other. */
export function isStorablePath(path: string): boolean {
  return !path.includes("%00") && isStorable(path);
}

/** A text of 1 to `max` characters, trimmed. */
export const text = (max: number) =>
  z
    .string({ error: "must be a text" })
    .trim()
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must have at most ${max} characters` })
    .refine(isStorable, { error: "must not contain NUL or broken characters" });

/** A text in both languages of the site. */
export const localized = (max: number) =>
  z.strictObject({ fr: text(max), en: text(max) }, { error: "must be an object with fr and en" });
export type Localized = { fr: string; en: string };

export const slug = z
  .string({ error: "must be a text" })
  .max(100, { error: "must have at most 100 characters" })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "must be lower-case words joined by hyphens" });

/** The name of an entry in its address, as `slugify` makes it. It may hold several hyphens in a row. */
export const addressName = z
  .string({ error: "must be a text" })
  .max(100, { error: "must have at most 100 characters" })
  .regex(/^[a-z0-9-]*[a-z0-9]$/, { error: "must be lower-case words joined by hyphens" });

export const color = z
  .string({ error: "must be a text" })
  .regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a colour such as #cd2d26" })
  .transform((hex) => hex.toLowerCase());

/** An absolute http or https address, without credentials. */
export const webAddress = z
  .string({ error: "must be a text" })
  .max(2000, { error: "must have at most 2000 characters" })
  .refine(isWebAddress, { error: "must be an http or https address" });

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
}

export const phone = z
  .string({ error: "must be a text" })
  .regex(/^\+[0-9]{6,15}$/, { error: "must be an international number such as +33465712051" });

export const email = z.email({ error: "must be an e-mail address" }).max(254);

/** A local time of day, H:MM or HH:MM on 24 hours. */
export const timeOfDay = z
  .string({ error: "must be a text" })
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, { error: "must be a time such as 20:30" });

/**
 * An instant: ISO with an offset, or a local time of the venue relative to the day of the import ("today+3 20:30"), so that
 * demonstration data stays current.
 */
export const instant = z
  .string({ error: "must be a text" })
  .refine((value) => RELATIVE_INSTANT.test(value) || isIsoInstant(value), {
    error: "must be an instant such as 2026-12-31T20:30:00+01:00 or today+3 20:30",
  });

export const RELATIVE_INSTANT = /^today([+-]\d{1,4})? ([01]\d|2[0-3]):([0-5]\d)$/;

function isIsoInstant(value: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.exec(value);
  return parts !== null && !Number.isNaN(Date.parse(value)) && isCalendarDay(parts[1] ?? "");
}

/** A whole number from 0 that fits SQL's integer type. */
export const wholeNumber = z
  .int({ error: "must be a whole number" })
  .min(0, { error: "must not be negative" })
  .max(2_147_483_647, { error: "is too large" });

/** An amount in currency units with at most two decimals, parsed into integer minor units. */
export const amount = z
  .number({ error: "must be a number" })
  .min(0, { error: "must not be negative" })
  .max(1_000_000_000, { error: "is too large" })
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), { error: "must have at most two decimals" })
  .transform((value) => Math.round(value * 100));

/** The revision from which a change starts; 0 before the first. */
export const rev = z
  .int({ error: "must be a whole number" })
  .min(0, { error: "must not be negative" })
  .max(2_147_483_647);

export const projectId = z.int({ error: "must be a whole number" }).min(1).max(2_147_483_647);
