import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router";
import { m } from "../../messages/messages.js";

/**
 * Asks for confirmation before the operator leaves a form with unsaved changes. A new `key` means that the form was saved.
 * `isAnswered` is true when the shown values were submitted and refused. Returns the function that the form calls on each input.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, key: string, isAnswered: boolean): () => void {
  const isTyped = useRef(false);
  const begin = useEffectEvent((_key: string, isAnswered: boolean) => {
    // The operator may have typed before React ran, and a browser restores typed values after a reload.
    isTyped.current = isAnswered || [...(form.current?.elements ?? [])].some(isChanged);
  });
  useEffect(() => begin(key, isAnswered), [key, isAnswered]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isTyped.current) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  useConfirmLeave(() => isTyped.current);
  return () => {
    isTyped.current = true;
  };
}

/** Asks before the router shows another page while something is unsaved. */
export function useConfirmLeave(isUnsaved: () => boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // Ask with the browser's own dialog, as it does when a document is left.
    if (confirm(m.desk_leaving())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

function isChanged(field: Element): boolean {
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
  return isText && field.value !== field.defaultValue;
}
