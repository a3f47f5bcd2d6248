/** Durations in milliseconds. A calendar day may be longer or shorter than 24 hours: days are added with `addDays`. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
/** 24 hours. */
export const DAY_MS = 86_400_000;
