/** Up to this part of an interval comes on top of it, so that a thousand pages do not ask in step. */
export const JITTER = 0.2;
/** An answer that takes longer, in milliseconds, does not come. */
const PATIENCE_MS = 10_000;
/** Why a question is called off that nobody waits for any more. */
export const POLLING_ENDED = Symbol("polling ended");

/** The page as a poll sees it: whether somebody looks, its timers and its chance. */
export type PollPage = {
  isSeen: () => boolean;
  /** Calls back when the page is hidden or seen again; gives what ends it. */
  onSight: (follow: () => void) => () => void;
  /** Works after so many milliseconds; gives what calls it off. */
  after: (ms: number, work: () => void) => () => void;
  random: () => number;
};

type PollRules = {
  everyMs: number;
  /** The part of the interval that chance adds at most. */
  jitter: number;
  /** True where the first question is asked at once and not after the first interval. */
  isEager: boolean;
  /** Asks one question; never rejects. */
  ask: (signal: AbortSignal) => Promise<void>;
};

export type Polling = { askNow: () => void; end: () => void };

/**
 * Asks every interval while the page is seen, one question at a time; stops while it is hidden and asks at once when it is seen
 * again.
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
    const stopWaiting = page.after(PATIENCE_MS, () => question.abort());
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
