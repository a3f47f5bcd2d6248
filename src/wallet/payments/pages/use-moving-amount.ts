import { useEffect, useRef, useState } from "react";

const MOTION_MS = 900;

/**
 * Animates an amount in cents from its last value to the new one, starting at zero. Jumps where reduced motion is
 * preferred.
 */
export function useMovingAmount(to: number): number {
  const [shown, setShown] = useState(0);
  const last = useRef(0);
  useEffect(() => {
    const from = last.current;
    const began = performance.now();
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let frame = 0;
    const step = (now: number) => {
      const done = isStill ? 1 : Math.min(1, Math.max(0, (now - began) / MOTION_MS));
      last.current = Math.round(from + (to - from) * (1 - (1 - done) ** 3));
      setShown(last.current);
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [to]);
  return shown;
}
