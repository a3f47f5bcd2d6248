import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { isPageVisible, onPageVisibility } from "./page-visibility.ts";
import { JITTER, POLLING_ENDED, type Polling, type PollPage, startPolling } from "./polling.ts";

/** The result of a request if nothing has changed since the last answer. */
export const UNCHANGED = Symbol("unchanged");

/** An answer with its ETag. */
type Answered<Answer> = { body: Answer; etag: string | null };

/**
 * Sends one request for changes since the answer with `etag`. Rejects without an answer, with an `AnswerError` in the case of a
 * refusal.
 */
export type Question<Answer> = (
  signal: AbortSignal,
  etag: string | null,
) => Promise<Answered<Answer> | typeof UNCHANGED>;

/** A refusal, with its HTTP status. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a poll answered ${status}`);
    this.status = status;
  }
}

type PollOptions = {
  /** Milliseconds between an answer and the next request; null pauses polling. */
  everyMs: number | null;
  /** The maximal random addition, as a part of the interval; 0 where somebody waits for a payment. */
  jitter?: number;
  /** True to send the first request at once instead of after the first interval. */
  isEager?: boolean;
};

export type Poll<Answer> = {
  /** The last answer; null before the first. */
  answer: Answer | null;
  isAsking: boolean;
  /** The number of failed requests in a row. */
  failures: number;
  /** The HTTP status of the last request if it was refused, else null. */
  refusal: number | null;
  askNow: () => void;
};

type PollState<Answer> = Pick<Poll<Answer>, "answer" | "failures" | "refusal"> & { etag: string | null };

const NOTHING_TOLD = { answer: null, failures: 0, refusal: null, etag: null };

const BROWSER: PollPage = {
  isSeen: isPageVisible,
  onSight: onPageVisibility,
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/**
 * Polls `question` at every interval while the page is visible, and at once when it is visible again. A change of the interval restarts
 * polling. A component polls one question; to change it, change the component's key.
 */
export function usePoll<Answer>(
  question: Question<Answer>,
  { everyMs, jitter = JITTER, isEager = false }: PollOptions,
): Poll<Answer> {
  const [told, setTold] = useState<PollState<Answer>>(NOTHING_TOLD);
  const [asking, setAsking] = useState<AbortSignal | null>(null);
  const polling = useRef<Polling | null>(null);
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    setAsking(signal);
    const next = await question(signal, told.etag).then(
      (answer) => (before: PollState<Answer>) => withAnswer(before, answer),
      (problem: unknown) => (before: PollState<Answer>) => withFailure(before, problem),
    );
    if (signal.reason !== POLLING_ENDED) setTold(next);
    setAsking((current) => (current === signal ? null : current));
  });
  useEffect(() => {
    if (everyMs === null) return;
    const started = startPolling({ everyMs, jitter, isEager, ask }, BROWSER);
    polling.current = started;
    return () => started.end();
  }, [everyMs, jitter, isEager]);
  const askNow = useCallback(() => polling.current?.askNow(), []);
  const { answer, failures, refusal } = told;
  return { answer, failures, refusal, isAsking: asking !== null, askNow };
}

/** A question that fetches JSON from `address`. */
export function jsonQuestion<Answer>(address: string, headers: Record<string, string> = {}): Question<Answer> {
  return async (signal, etag) => {
    const known: Record<string, string> = etag === null ? {} : { "If-None-Match": etag };
    const answer = await fetch(address, { headers: { ...headers, ...known }, cache: "no-store", signal });
    if (answer.status === 304) return UNCHANGED;
    if (!answer.ok) throw new AnswerError(answer.status);
    return { body: (await answer.json()) as Answer, etag: answer.headers.get("ETag") };
  };
}

function withAnswer<Answer>(before: PollState<Answer>, answer: Answered<Answer> | typeof UNCHANGED): PollState<Answer> {
  if (answer !== UNCHANGED) return { answer: answer.body, etag: answer.etag, failures: 0, refusal: null };
  return before.failures === 0 ? before : { ...before, failures: 0, refusal: null };
}

function withFailure<Answer>(before: PollState<Answer>, problem: unknown): PollState<Answer> {
  return { ...before, failures: before.failures + 1, refusal: problem instanceof AnswerError ? problem.status : null };
}
