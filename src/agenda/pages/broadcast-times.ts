/** The clockwork of a page of the agenda that stays open (G28). Instants are ISO texts of the page, `now` is in epoch milliseconds. */

/** Section 9, "Agenda fetch throttle". */
const FETCH_EVERY_MS = 5_000;
/** The server's clock and the visitor's are never quite the same: an instant is taken as passed everywhere a moment later. */
const SLACK_MS = 1_000;
/** What a browser's timer can hold; whoever waits longer looks again then. */
const TIMER_MAX_MS = 2_147_483_647;

/** Whether an instant has passed. One that cannot be read never does. */
export function isPast(instant: string, now: number): boolean {
  return Date.parse(instant) <= now;
}

/** Milliseconds until just after the nearest of `instants` still to come; null where none is. */
export function untilNext(instants: string[], now: number): number | null {
  const coming = instants.map((instant) => Date.parse(instant)).filter((instant) => instant > now);
  return coming.length === 0 ? null : Math.min(Math.min(...coming) - now + SLACK_MS, TIMER_MAX_MS);
}

/** Milliseconds to wait before the list may be fetched again; `lastAt` and `now` are of one clock, `lastAt` null at first. */
export function waitBeforeFetch(lastAt: number | null, now: number): number {
  return lastAt === null ? 0 : Math.max(0, lastAt + FETCH_EVERY_MS - now);
}
