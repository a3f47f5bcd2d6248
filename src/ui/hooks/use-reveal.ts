import { type RefObject, useEffect, useState } from "react";

/** How much of an element must be visible, and how far above the bottom of the window. */
const WHEN = { rootMargin: "0px 0px -8% 0px", threshold: 0.05 };

/**
 * True while an element waits below the window to rise into view (reveal.css). The observer's first report decides, so a visible element
 * is never hidden. Without script, or with reduced motion, nothing waits.
 */
export function useReveal(ref: RefObject<Element | null>): boolean {
  const [isUnseen, setUnseen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const inSight = new IntersectionObserver((entries) => {
      const isInSight = entries.at(-1)?.isIntersecting === true;
      setUnseen(!isInSight);
      if (isInSight) inSight.disconnect();
    }, WHEN);
    inSight.observe(element);
    return () => inSight.disconnect();
  }, [ref]);
  return isUnseen;
}
