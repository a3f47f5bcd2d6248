import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { isPageSeen, onPageSight } from "./page-sight.ts";
import { JITTER, POLLING_ENDED, type Polling, type PollPage, startPolling } from "./polling.ts";

/** What a question brings where nothing has changed since its last answer. */
export const UNCHANGED = Symbol("unchanged");

/** An answer with its ETag. */
export type Answered<Answer> = { body: Answer; etag: string | null };

/**
 * Asks once, for what has changed since the answer with `etag`; rejects where no answer comes, with an `AnswerError` where it is
 * a refusal.
 */
export type Question<Answer> = (
  signal: AbortSignal,
  etag: string | null,
) => Promise<Answered<Answer> | typeof UNCHANGED>;

/** An answer other than the one asked for, with its HTTP status. */
export class AnswerError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a poll answered ${status}`);
    this.status = status;
  }
}

type PollOptions = {
  /** Milliseconds between an answer and the next question; null rests. */
  everyMs: number | null;
  /** The part of the interval that chance adds at most; 0 where somebody waits for their money. */
  jitter?: number;
  /** True where the first question is asked at once and not after the first interval. */
  isEager?: boolean;
};

export type Poll<Answer> = {
  /** The last answer; null before the first. */
  answer: Answer | null;
  isAsking: boolean;
  /** How many questions in a row brought no answer. */
  failures: number;
  /** The HTTP status of the last question's answer where it was a refusal, else null. */
  refusal: number | null;
  askNow: () => void;
};

type Told<Answer> = Pick<Poll<Answer>, "answer" | "failures" | "refusal"> & { etag: string | null };

const NOTHING_TOLD = { answer: null, failures: 0, refusal: null, etag: null };

const BROWSER: PollPage = {
  isSeen: isPageSeen,
  onSight: onPageSight,
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/**
 * Follows a state that lives elsewhere: asks `question` every interval while the page is seen, and at once when it is seen again.
 * Another interval begins anew; a component asks one question, and another one where its key changes.
 */
export function usePoll<Answer>(
  question: Question<Answer>,
  { everyMs, jitter = JITTER, isEager = false }: PollOptions,
): Poll<Answer> {
  const [told, setTold] = useState<Told<Answer>>(NOTHING_TOLD);
  const [asking, setAsking] = useState<AbortSignal | null>(null);
  const polling = useRef<Polling | null>(null);
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    setAsking(signal);
    const next = await question(signal, told.etag).then(
      (answer) => (before: Told<Answer>) => withAnswer(before, answer),
      (problem: unknown) => (before: Told<Answer>) => withFailure(before, problem),
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

/** A question for JSON at `address`. */
export function jsonQuestion<Answer>(address: string, headers: Record<string, string> = {}): Question<Answer> {
  return async (signal, etag) => {
    const known: Record<string, string> = etag === null ? {} : { "If-None-Match": etag };
    const answer = await fetch(address, { headers: { ...headers, ...known }, cache: "no-store", signal });
    if (answer.status === 304) return UNCHANGED;
    if (!answer.ok) throw new AnswerError(answer.status);
    return { body: (await answer.json()) as Answer, etag: answer.headers.get("ETag") };
  };
}

function withAnswer<Answer>(before: Told<Answer>, answer: Answered<Answer> | typeof UNCHANGED): Told<Answer> {
  if (answer !== UNCHANGED) return { answer: answer.body, etag: answer.etag, failures: 0, refusal: null };
  return before.failures === 0 ? before : { ...before, failures: 0, refusal: null };
}

function withFailure<Answer>(before: Told<Answer>, problem: unknown): Told<Answer> {
  return { ...before, failures: before.failures + 1, refusal: problem instanceof AnswerError ? problem.status : null };
}
