import { type RefObject, useEffect, useState } from "react";
import { scrollBehavior } from "../motion/scroll-behavior.ts";

/** Differences below this, in pixels, are rounding errors of scroll positions. */
const SLACK = 8;

export type CarouselEnds = { isAtStart: boolean; isAtEnd: boolean };

/** Whether a row of slides is at its ends, and how to move it by one slide. Both are true until the row is measured. */
export function useCarousel(row: RefObject<HTMLElement | null>): CarouselEnds & { step: (by: -1 | 1) => void } {
  const [ends, setEnds] = useState<CarouselEnds>({ isAtStart: true, isAtEnd: true });
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const follow = () => setEnds((before) => sameOr(before, endsOf(element)));
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
  return { ...ends, step };
}

function endsOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): CarouselEnds {
  return { isAtStart: scrollLeft < SLACK, isAtEnd: scrollWidth - clientWidth - scrollLeft < SLACK };
}

function sameOr(before: CarouselEnds, now: CarouselEnds): CarouselEnds {
  return before.isAtStart === now.isAtStart && before.isAtEnd === now.isAtEnd ? before : now;
}

function slideWidth(row: HTMLElement): number {
  const [first, second] = row.children;
  if (first === undefined || second === undefined) return row.clientWidth;
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left;
}
