import { useEffect, useEffectEvent } from "react";
import { whileVisible } from "../motion/while-visible.ts";

/** Calls `work` at once, every `everyMs` while the page is visible, and when it becomes visible again. */
export function useWhileVisible(work: () => void, everyMs: number): void {
  const onTurn = useEffectEvent(work);
  useEffect(() => whileVisible(() => onTurn(), everyMs), [everyMs]);
}
