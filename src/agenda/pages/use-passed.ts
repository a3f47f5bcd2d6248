import { useEffect, useState } from "react";
import { onPageVisibility } from "../../ui/hooks/page-visibility.ts";
import { isPast, untilNext } from "./broadcast-times.ts";

/**
 * Tells which instants have passed on a page that stays open. It checks when the page becomes visible again, and by one
 * timer at the nearest instant. In the first render none has passed, because the server's page is cached.
 */
export function usePassed(instants: readonly string[]): (instant: string) => boolean {
  const [now, setNow] = useState<number | null>(null);
  const list = instants.join(" ");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const at = Date.now();
      setNow(at);
      const wait = untilNext(list.split(" "), at);
      if (wait !== null) timer = setTimeout(look, wait);
    };
    const unfollow = onPageVisibility(look);
    look();
    return () => {
      clearTimeout(timer);
      unfollow();
    };
  }, [list]);
  return (instant) => now !== null && isPast(instant, now);
}
