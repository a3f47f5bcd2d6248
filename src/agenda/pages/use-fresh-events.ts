import { useCallback, useRef } from "react";
import { type Question, usePoll } from "../../ui/hooks/use-poll.ts";
import { useRefresh } from "../../ui/hooks/use-refresh.ts";
import { useTrueFor } from "../../ui/hooks/use-true-for.ts";
import { waitBeforeFetch } from "./broadcast-times.ts";

/** A list that arrives sooner than this, in milliseconds, replaces the old one without placeholders. */
const UNSEEN_MS = 300;
/** Milliseconds until the list is fetched again after a failure or an unchanged answer. */
const AGAIN_MS = 60_000;

type FreshEvents = {
  /** True while the fetch takes long enough to show placeholders. */
  isWaiting: boolean;
  /** True where the fetch failed, so the shown list may be out of date. */
  isOffline: boolean;
  retry: () => void;
};

/** Fetches the list of the agenda again once the shown one is out of date, at most once in five seconds. */
export function useFreshEvents(isStale: boolean): FreshEvents {
  const question = useThrottled(useRefresh());
  const { isAsking, failures, askNow } = usePoll(question, { everyMs: isStale ? AGAIN_MS : null, isEager: true });
  const isWaiting = useTrueFor(isAsking, UNSEEN_MS);
  return { isWaiting, isOffline: failures > 0, retry: askNow };
}

function useThrottled<Answer>(question: Question<Answer>): Question<Answer> {
  const lastAt = useRef<number | null>(null);
  return useCallback(
    async (signal, etag) => {
      const wait = waitBeforeFetch(lastAt.current, performance.now());
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      lastAt.current = performance.now();
      return question(signal, etag);
    },
    [question],
  );
}
