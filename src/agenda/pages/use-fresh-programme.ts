import { useCallback, useRef } from "react";
import { type Question, usePoll } from "../../ui/hooks/use-poll.ts";
import { useRefresh } from "../../ui/hooks/use-refresh.ts";
import { useStillTrue } from "../../ui/hooks/use-still-true.ts";
import { waitBeforeFetch } from "./broadcast-times.ts";

/** A list that comes sooner than this takes the old one's place without a word. */
const UNSEEN_MS = 300;
/** A list that did not come, or that is still the old one, is asked for again after so long. */
const AGAIN_MS = 60_000;

type FreshProgramme = {
  /** True while the list is on its way long enough to be seen. */
  isWaiting: boolean;
  /** True where the list could not be had, so that the one shown may be an old one. */
  isOffline: boolean;
  retry: () => void;
};

/** Fetches the list of the agenda again once the one shown is out of date, at most once in five seconds. */
export function useFreshProgramme(isStale: boolean): FreshProgramme {
  const question = useThrottled(useRefresh());
  const { isAsking, failures, askNow } = usePoll(question, { everyMs: isStale ? AGAIN_MS : null, isEager: true });
  const isWaiting = useStillTrue(isAsking, UNSEEN_MS);
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
