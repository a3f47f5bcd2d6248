import { type RefObject, useEffect, useRef } from "react";

const FIELD = "input:not([type=hidden], [readonly], :disabled)";

/** A ref for a step of a form: when the step is shown, the focus goes to its first wrong field, else to its first one. */
export function useStepFocus(isShown: boolean): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current) {
      const wrong = step.current?.querySelector<HTMLElement>('input[aria-invalid="true"]');
      (wrong ?? step.current?.querySelector<HTMLElement>(FIELD))?.focus();
    }
    wasShown.current = isShown;
  }, [isShown]);
  return step;
}
