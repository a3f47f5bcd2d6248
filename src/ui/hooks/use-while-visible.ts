import { useEffect, useEffectEvent } from "react";
import { whileVisible } from "../motion/while-visible.ts";

/** Does `work` at once, every `everyMs` while the page is in sight, and when it comes back into sight. */
export function useWhileVisible(work: () => void, everyMs: number): void {
  const onTurn = useEffectEvent(work);
  useEffect(() => whileVisible(() => onTurn(), everyMs), [everyMs]);
}
