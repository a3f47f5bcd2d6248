import { useEffect, useEffectEvent, useState } from "react";
import { type Failed, isFailed } from "../forms/client-action.ts";
import { useFeedback } from "../feedback/feedback.tsx";

/**
 * The last answer of a form, kept while its page is shown; undefined before the first. A submission without an answer keeps it and shows
 * the error banner, with `words` instead of the generic text.
 */
export function useAnswer<Answer extends object>(
  given: Answer | Failed | null | undefined,
  words?: string,
): Answer | undefined {
  const { fail, clear } = useFeedback();
  const answer = given == null || isFailed(given) ? undefined : given;
  const [kept, setKept] = useState(answer);
  if (answer !== undefined && answer !== kept) setKept(answer);
  const tell = useEffectEvent((what: typeof given) => {
    if (isFailed(what)) fail(words);
    else if (what != null) clear();
  });
  useEffect(() => tell(given), [given]);
  return answer ?? kept;
}
