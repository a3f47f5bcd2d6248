import { useEffect, useEffectEvent, useState } from "react";
import { m } from "../../messages/messages.js";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import type { DeskFailure } from "./client-action.ts";

/** What an action returns when it does not redirect. */
type AnswerOf<Action extends (...args: never[]) => unknown> = Extract<
  Awaited<ReturnType<Action>>,
  { data: unknown }
>["data"];

/**
 * The latest answer of the page's own action. A request that got no answer is skipped: the banner reports it, and the answer
 * before it still counts.
 */
export function useDeskAnswer<Action extends (...args: never[]) => unknown>(
  actionData: unknown,
): AnswerOf<Action> | undefined {
  const failed = isFailed(actionData) ? actionData : null;
  const [answer, setAnswer] = useState(failed === null ? actionData : undefined);
  if (failed === null && actionData !== answer) setAnswer(actionData);
  const { fail, clear } = useFeedback();
  const tell = useEffectEvent((answered: unknown) => {
    if (!isFailed(answered)) clear();
    else fail(answered.failed === "over" ? m.desk_session_over() : undefined);
  });
  useEffect(() => tell(actionData), [actionData]);
  return failed === null ? actionData : answer;
}

function isFailed(actionData: unknown): actionData is DeskFailure {
  return typeof actionData === "object" && actionData !== null && "failed" in actionData;
}
