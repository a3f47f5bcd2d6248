import { type RefObject, useRef, useState } from "react";
import { scrollBehavior } from "../motion/scroll-behavior.ts";

/** The slide of a row in which each is as wide as the row, and how to go to another. */
export type SnapRow = {
  at: number;
  /** Moves the row to a slide, or to the first or last one. */
  go: (to: number) => void;
  /** Shows a slide without moving there. */
  jump: (to: number) => void;
  /** Handlers for the row's element. */
  grips: { onScroll: () => void; onPointerDown: () => void; onWheel: () => void };
};

export function useSnapRow(row: RefObject<HTMLElement | null>, count: number): SnapRow {
  const [at, setAt] = useState(0);
  // Where the row is on its way to: keys that follow quickly count from there, not from what is passing by.
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
