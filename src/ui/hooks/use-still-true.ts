import { useEffect, useState } from "react";

/** True once `isTrue` has been true for so many milliseconds without a break: for what is shown only where a wait is felt. */
export function useStillTrue(isTrue: boolean, ms: number): boolean {
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
