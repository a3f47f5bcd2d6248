import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

type Entry = { formStep?: 2 } | null;
const SECOND: Entry = { formStep: 2 };

/**
 * Which of a form's two steps is shown. The second step has its own history entry: Back shows the first with everything that was
 * typed, Forward shows the second again. `answered` is the step of the form's last `answer`.
 */
export function useFormStep(answer: object | undefined, answered: 1 | 2): { step: 1 | 2; goBack: () => boolean } {
  const location = useLocation();
  const navigate = useNavigate();
  const isSecond = (location.state as Entry)?.formStep === 2;
  /** The answer in the document is shown as it is. Step 2 of a later answer is shown once it has a history entry, so that Back works. */
  const [initial] = useState(answer);
  const shown = answer !== initial && !isSecond ? 1 : answered;
  /** The answer that the history reflects. */
  const [followed, setFollowed] = useState<object>();
  const asked = useRef<object>(undefined);
  // The history entry matches the answer now.
  if (answer !== undefined && answer !== followed && (answered === 2) === isSecond) setFollowed(answer);
  const follow = useEffectEvent((given: object | undefined) => {
    if (given === undefined || given === followed || (answered === 2) === isSecond || asked.current === given) return;
    asked.current = given;
    const here = location.pathname + location.search;
    if (answered === 2) void navigate(here, { state: SECOND, preventScrollReset: true });
    else void navigate(-1);
  });
  useEffect(() => follow(answer), [answer]);
  const isTaken = answer !== undefined && answer === followed;
  const goBack = () => {
    if (isTaken && isSecond) void navigate(-1);
    return isTaken && isSecond;
  };
  return { step: isTaken ? (isSecond ? 2 : 1) : shown, goBack };
}
