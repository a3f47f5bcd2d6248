import { type RefObject, useEffect } from "react";
import { firstScreen } from "../document/first-screen.ts";

/** The header may hide below this scroll position, in pixels. */
const HIDES_AFTER = 50;
/** The header becomes solid when this much of the first screen is left, in pixels. */
const SOLID_BEFORE_END = 90;

/** Hides the header while scrolling down, shows it while scrolling up, and makes it solid below the page's first screen. `page` identifies the page. */
export function useHeaderScroll(ref: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const header = ref.current;
    if (header === null) return;
    let last = scrollY;
    const follow = () => {
      const first = firstScreen.current;
      // Pages without a large picture have a solid header from the top.
      const solidFrom = first === null ? 0 : Math.min(first.offsetHeight, innerHeight) - SOLID_BEFORE_END;
      header.toggleAttribute("data-hidden", scrollY > HIDES_AFTER && scrollY > last);
      header.toggleAttribute("data-solid", scrollY > solidFrom);
      last = scrollY;
    };
    addEventListener("scroll", follow, { passive: true });
    follow();
    return () => removeEventListener("scroll", follow);
  }, [ref, page]);
}
