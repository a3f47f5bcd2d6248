import { type RefObject, useRef, useState } from "react";
import { scrollBehavior } from "../motion/scroll-behavior.ts";

/** The current slide of a row whose slides are as wide as the row, and ways to change it. */
export type SnapRow = {
  at: number;
  /** Scrolls to a slide, limited to the first and last one. */
  go: (to: number) => void;
  /** Shows a slide without scrolling to it. */
  jump: (to: number) => void;
  /** Handlers for the row's element. */
  grips: { onScroll: () => void; onPointerDown: () => void; onWheel: () => void };
};

export function useSnapRow(row: RefObject<HTMLElement | null>, count: number): SnapRow {
  const [at, setAt] = useState(0);
  // The slide that the row is scrolling to: each further key press starts from it, not from the slide that passes by.
  const target = useRef<number | null>(null);
  const show = (to: number, behavior: ScrollBehavior) => {
    row.current?.scrollTo({ left: to * row.current.clientWidth, behavior });
    setAt(to);
  };
  const follow = () => {
    const passing = positionOf(row.current);
    if (passing === target.current) target.current = null;
    setAt(target.current ?? passing);
  };
  const letGo = () => (target.current = null);
  return {
    at,
    go(to) {
      target.current = Math.min(count - 1, Math.max(0, to));
      show(target.current, scrollBehavior());
    },
    jump(to) {
      target.current = null;
      show(to, "instant");
    },
    grips: { onScroll: follow, onPointerDown: letGo, onWheel: letGo },
  };
}

function positionOf(row: HTMLElement | null): number {
  return row === null ? 0 : Math.round(row.scrollLeft / Math.max(1, row.clientWidth));
}
