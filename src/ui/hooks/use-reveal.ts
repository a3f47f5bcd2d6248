import { type RefObject, useEffect, useState } from "react";

/** How much of an element has to be in sight, and how far above the window's foot. */
const WHEN = { rootMargin: "0px 0px -8% 0px", threshold: 0.05 };

/**
 * True while an element waits out of sight to rise as it comes into view (reveal.css). The observer's first answer says what is
 * in sight, so what has been seen never disappears, and nothing waits without script or where motion is unwelcome.
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
