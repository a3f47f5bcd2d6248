import { type RefObject, useEffect } from "react";

/** Closes an open `<details>` on a click outside, and on Escape, which also returns the focus to its summary. */
export function useDismiss(ref: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = ref.current;
    if (details === null) return;
    const leave = ({ target }: MouseEvent) => {
      if (target instanceof Node && !details.contains(target)) details.open = false;
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !details.open) return;
      details.open = false;
      if (details.firstElementChild instanceof HTMLElement) details.firstElementChild.focus();
    };
    document.addEventListener("click", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("click", leave);
      document.removeEventListener("keydown", escape);
    };
  }, [ref]);
}
