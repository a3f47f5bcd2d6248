import { type RefObject, useEffect, useRef } from "react";

/** A ref for a step of a form. When the step appears, its first invalid field is focused, else its first field. */
export function useStepFocus(isShown: boolean): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current) {
      const fields = fieldsIn(step.current);
      (fields.find((field) => field.ariaInvalid === "true") ?? fields[0])?.focus();
    }
    wasShown.current = isShown;
  }, [isShown]);
  return step;
}

function fieldsIn(step: HTMLElement | null): HTMLInputElement[] {
  return [...(step?.closest("form")?.elements ?? [])]
    .filter((element) => element instanceof HTMLInputElement)
    .filter((input) => step?.contains(input) && input.type !== "hidden" && !input.readOnly && !input.disabled);
}
