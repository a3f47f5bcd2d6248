import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "react-router";
import { m } from "../../messages/messages.js";

/**
 * Asks before what is typed into a form is left behind, until the form was taken: its `key` then changes. `isAnswered` where
 * what stands in it was sent and refused. Returns what the form calls at each input.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, key: string, isAnswered: boolean): () => void {
  const isTyped = useRef(false);
  const begin = useEffectEvent((_key: string, isAnswered: boolean) => {
    // Somebody quick has typed before React ran; a browser gives back what was typed before a reload.
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
  useAsked(isTyped);
  return () => {
    isTyped.current = true;
  };
}

function useAsked(isTyped: RefObject<boolean>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isTyped.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    // The page asks as the browser does where a document is left.
    if (confirm(m.desk_leaving())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

function isChanged(field: Element): boolean {
  const isText = field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "text");
  return isText && field.value !== field.defaultValue;
}
