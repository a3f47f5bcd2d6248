import { email, isStorable } from "../platform/schema.ts";
import { isCalendarDay } from "../platform/time-zones.ts";

const NAME_MAX = 60;

/**
 * A provider's name, trimmed, if it is storable and has 1 to 60 characters. The accounts room applies its own rules for
 * names.
 */
export function nameOf(claim: unknown): string | null {
  if (typeof claim !== "string" || !isStorable(claim)) return null;
  const name = claim.trim();
  return name === "" || name.length > NAME_MAX ? null : name;
}

/** A lower-cased e-mail address, or null if the claim is none. */
export function emailOf(claim: unknown): string | null {
  const parsed = email.safeParse(typeof claim === "string" ? claim.trim().toLowerCase() : claim);
  return parsed.success && isStorable(parsed.data) ? parsed.data : null;
}

/** An ISO date from its parts, or null if there is no such day. */
export function dateOf(year: unknown, month: unknown, day: unknown): string | null {
  if (![year, month, day].every((part) => Number.isInteger(part))) return null;
  const pad = (part: unknown, width: number) => String(part).padStart(width, "0");
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return isCalendarDay(date) ? date : null;
}

/**
 * The last millisecond of a second. Signed times are whole seconds, so an event must not seem earlier than what we
 * recorded in the same second.
 */
export function endOfSecond(seconds: number): Date {
  return new Date(Math.floor(seconds) * 1000 + 999);
}
