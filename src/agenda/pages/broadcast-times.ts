/**
 * Times of a page of the agenda that stays open. Instants are ISO texts of the page, `now` is in epoch milliseconds.
 */

/** Least milliseconds between two fetches of the list. */
const FETCH_EVERY_MS = 5_000;
/** The server's and the visitor's clocks differ a little, so pages act this many milliseconds after an instant. */
const SLACK_MS = 1_000;
/** The longest wait of a browser's timer. A longer wait checks again then. */
const TIMER_MAX_MS = 2_147_483_647;

/** Whether an instant has passed. An instant that cannot be parsed never has. */
export function isPast(instant: string, now: number): boolean {
  return Date.parse(instant) <= now;
}

/** Milliseconds until just after the nearest future instant; null where there is none. */
export function untilNext(instants: string[], now: number): number | null {
  const coming = instants.map((instant) => Date.parse(instant)).filter((instant) => instant > now);
  return coming.length === 0 ? null : Math.min(Math.min(...coming) - now + SLACK_MS, TIMER_MAX_MS);
}

/**
 * Milliseconds to wait before the list may be fetched again. `lastAt` and `now` are on the same clock; `lastAt` is null
 * before the first fetch.
 */
export function waitBeforeFetch(lastAt: number | null, now: number): number {
  return lastAt === null ? 0 : Math.max(0, lastAt + FETCH_EVERY_MS - now);
}
