import { useEffect, useState } from "react";
import { whenIdle } from "../document/when-idle.ts";

/** Counts from 0 to `of`, one step whenever the browser is idle. */
export function useIdleCount(of: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn >= of) return;
    let isOver = false;
    whenIdle(() => isOver || setTurn(turn + 1));
    return () => {
      isOver = true;
    };
  }, [turn, of]);
  return turn;
}
