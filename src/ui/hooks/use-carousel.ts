import { type RefObject, useEffect, useState } from "react";
import { scrollBehavior } from "../motion/scroll-behavior.ts";

/** Differences below this, in pixels, are rounding errors of scroll positions. */
const SLACK = 8;

type Carousel = { isAtStart: boolean; isAtEnd: boolean; step: (by: -1 | 1) => void };

/** Whether a row of slides is at its ends, and how to move it by one slide. Both are true until the row is measured. */
export function useCarousel(row: RefObject<HTMLElement | null>): Carousel {
  const [isAtStart, setIsAtStart] = useState(true);
  const [isAtEnd, setIsAtEnd] = useState(true);
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const follow = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      setIsAtStart(scrollLeft < SLACK);
      setIsAtEnd(scrollWidth - clientWidth - scrollLeft < SLACK);
    };
    const sizes = new ResizeObserver(follow);
    sizes.observe(element);
    element.addEventListener("scroll", follow, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", follow);
    };
  }, [row]);
  const step = (by: -1 | 1) => {
    const element = row.current;
    element?.scrollBy({ left: by * slideWidth(element), behavior: scrollBehavior() });
  };
  return { isAtStart, isAtEnd, step };
}

function slideWidth(row: HTMLElement): number {
  const [first, second] = row.children;
  if (first === undefined || second === undefined) return row.clientWidth;
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left;
}
