import { useEffect, useState } from "react";

/** True once `isTrue` has been true for `ms` milliseconds without interruption. Used to show an indicator only for long waits. */
export function useTrueFor(isTrue: boolean, ms: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setIsLong(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isTrue, ms]);
  return isTrue && isLong;
}
