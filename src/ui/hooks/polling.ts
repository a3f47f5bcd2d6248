/** At most this part of the interval is added to it at random, so that many pages do not poll in step. */
export const JITTER = 0.2;
/** A request is aborted after this time, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** The abort reason of a request whose polling has ended. */
export const POLLING_ENDED = Symbol("polling ended");

/** What polling needs of the page: visibility, timers, randomness. */
export type PollPage = {
  isSeen: () => boolean;
  /** Calls `follow` when the page is hidden or shown. Returns a function that stops it. */
  onSight: (follow: () => void) => () => void;
  /** Runs `work` after so many milliseconds. Returns a function that cancels it. */
  after: (ms: number, work: () => void) => () => void;
  random: () => number;
};

type PollRules = {
  everyMs: number;
  /** The maximal random addition, as a part of the interval. */
  jitter: number;
  /** True to send the first request at once instead of after the first interval. */
  isEager: boolean;
  /** Sends one request. Must not reject. */
  ask: (signal: AbortSignal) => Promise<void>;
};

export type Polling = { askNow: () => void; end: () => void };

/**
 * Polls at every interval while the page is visible, with one request at a time. Stops while the page is hidden, and polls at once when it
 * is visible again.
 */
export function startPolling({ everyMs, jitter, isEager, ask }: PollRules, page: PollPage): Polling {
  let callOff = (): void => undefined;
  let asking: AbortController | null = null;
  let isEnded = false;

  function wait(): void {
    callOff();
    if (!isEnded && page.isSeen()) callOff = page.after(everyMs * (1 + page.random() * jitter), askNow);
  }

  function askNow(): void {
    if (isEnded || asking !== null) return;
    callOff();
    const question = new AbortController();
    asking = question;
    const stopWaiting = page.after(TIMEOUT_MS, () => question.abort());
    void ask(question.signal).then(() => {
      stopWaiting();
      asking = null;
      wait();
    });
  }

  function follow(): void {
    callOff();
    if (page.isSeen()) askNow();
  }

  const unfollow = page.onSight(follow);
  if (isEager) follow();
  else wait();
  return {
    askNow,
    end() {
      isEnded = true;
      callOff();
      unfollow();
      asking?.abort(POLLING_ENDED);
    },
  };
}
