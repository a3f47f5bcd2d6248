import { useEffect, useEffectEvent, useState } from "react";
import { type Failed, isFailed } from "../forms/client-action.ts";
import { useNotices } from "../feedback/notices.tsx";

/**
 * The last answer of a form, kept while its page stands; none before the first. A sending without an answer leaves what
 * stands and shows the banner, with `words` of the form's own where it has some.
 */
export function useAnswer<Answer extends object>(
  given: Answer | Failed | null | undefined,
  words?: string,
): Answer | undefined {
  const { fail, clear } = useNotices();
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
