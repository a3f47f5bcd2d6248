import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { HOUR_MS } from "../../../platform/durations.ts";
import { closePopup, isNative } from "../../../ui/native/bridge.ts";
import { POLLING_ENDED } from "../../../ui/hooks/polling.ts";
import { useHydrated } from "../../../ui/hooks/use-server-markup.ts";
import { AnswerError, jsonQuestion, type Question, usePoll } from "../../../ui/hooks/use-poll.ts";
import { pollEveryMs } from "../statuses.ts";
import type { EnrollmentView } from "../enrollment-view.server.ts";

const CALL = "/api/users/enrollment";
const FAILURES_MAX = 3;
/** After a lost connection, polling rests for an hour. A retry, a visible page or a network that is back resumes it. */
const RESTS_MS = HOUR_MS;

type ShownState = Pick<EnrollmentView, "status" | "error" | "card_id" | "progression_detail">;
type Answer = { data: { data: ShownState } };

const askCall = jsonQuestion<Answer>(CALL, { Accept: "application/json" });

/**
 * Polls the enrollment on the page with the last ETag, and reloads the page's data when something has changed. `isLost` after
 * three failed polls in a row.
 */
export function useEnrollment(enrollment: ShownState): { isLost: boolean; retry: () => void } {
  const { revalidate } = useRevalidator();
  const isHydrated = useHydrated();
  const [isLost, setLost] = useState(false);
  const failures = useRef(0);
  const everyMs = isHydrated ? pollEveryMs(enrollment.status, isNative(window)) : null;
  const ask: Question<Answer> = async (signal, etag) => {
    try {
      const answer = await askCall(signal, etag);
      failures.current = 0;
      setLost(false);
      if (typeof answer === "object" && hasChanged(answer.body.data.data, enrollment)) await revalidate();
      return answer;
    } catch (error) {
      if (isOver(error)) location.reload();
      else if (signal.reason !== POLLING_ENDED) setLost((failures.current += 1) >= FAILURES_MAX);
      throw error;
    }
  };
  const poll = usePoll(ask, { everyMs: everyMs !== null && isLost ? RESTS_MS : everyMs });
  useAppPopup(enrollment.status);
  return { isLost, retry: poll.askNow };
}

function hasChanged(told: ShownState, shown: ShownState): boolean {
  return (
    told.status !== shown.status ||
    told.error !== shown.error ||
    told.card_id !== shown.card_id ||
    told.progression_detail.done !== shown.progression_detail.done
  );
}

/** The session has ended. Reloading the page leads to the right place. */
function isOver(error: unknown): boolean {
  return error instanceof AnswerError && (error.status === 401 || error.status === 403);
}

/** Closes the provider's popup in the app when the verification is over. */
function useAppPopup(status: ShownState["status"]): void {
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== status && (status === "OK" || status === "READY")) closePopup(window);
    before.current = status;
  }, [status]);
}
