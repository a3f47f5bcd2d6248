import { whenIdle } from "./when-idle.ts";

/** A hash in the address leads to its place after this long (section 2.1). */
const HASH_SCROLL_MS = 100;
const FAR = "[data-far] ~ *, .foot";

/**
 * What lies far below the window is laid out late (`content-visibility`, home.css), so that a phone's first frame is the
 * cover's. When nothing else is to do each part is laid out for good, one at a time; at once where somebody wants to go to a
 * place on the page, because a way of guessed lengths ends in the wrong place.
 */
export function startLayingOut(root: Document): void {
  const far = [...root.querySelectorAll(FAR)];
  const layOut = (part: Element | undefined) => part?.setAttribute("data-near", "");
  const layOutAll = () => far.splice(0).forEach(layOut);
  const layOutNext = () => {
    layOut(far.shift());
    if (far.length > 0) whenIdle(layOutNext);
  };
  whenIdle(layOutNext);
  root.addEventListener(
    "click",
    ({ target }) => {
      if (target instanceof Element && target.closest("a[href*='#']")) layOutAll();
    },
    { capture: true },
  );
  if (location.hash.length < 2) return;
  layOutAll();
  setTimeout(() => root.getElementById(location.hash.slice(1))?.scrollIntoView(), HASH_SCROLL_MS);
}
