import { useEffect, useEffectEvent, useState } from "react";

/** Counts `seconds` down from the moment `since` changed. 0 before hydration. */
export function useSeconds(seconds: number, since: unknown): number {
  const [left, setLeft] = useState(0);
  const begin = useEffectEvent((_since: unknown) => {
    const until = Date.now() + seconds * 1000;
    const count = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  });
  useEffect(() => begin(since), [since]);
  return left;
}
