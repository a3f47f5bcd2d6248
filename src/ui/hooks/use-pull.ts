import { type RefObject, useEffect, useEffectEvent } from "react";

/** A pull of more than this, in pixels, closes a sheet. */
const PULL_TO_CLOSE = 110;
const DESK = "(min-width: 900px)";

/** Lets a finger pull a sheet down by its top, and closes it if it was pulled far enough. On phones only. */
export function usePull(ref: RefObject<HTMLElement | null>, leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    const sheet = ref.current;
    if (sheet === null) return;
    let start: number | null = null;
    let pulled = 0;
    const begin = ({ touches }: TouchEvent) => {
      start = sheet.scrollTop <= 0 && !matchMedia(DESK).matches ? (touches[0]?.clientY ?? null) : null;
      pulled = 0;
    };
    const move = (event: TouchEvent) => {
      if (start === null) return;
      pulled = Math.max(0, (event.touches[0]?.clientY ?? start) - start);
      if (pulled === 0) return;
      event.preventDefault();
      sheet.style.setProperty("translate", `0 ${pulled}px`);
    };
    const release = () => {
      if (start !== null && pulled > PULL_TO_CLOSE) onLeave();
      start = null;
      sheet.style.removeProperty("translate");
    };
    sheet.addEventListener("touchstart", begin, { passive: true });
    sheet.addEventListener("touchmove", move, { passive: false });
    sheet.addEventListener("touchend", release);
    sheet.addEventListener("touchcancel", release);
    return () => {
      sheet.removeEventListener("touchstart", begin);
      sheet.removeEventListener("touchmove", move);
      sheet.removeEventListener("touchend", release);
      sheet.removeEventListener("touchcancel", release);
    };
  }, [ref]);
}
