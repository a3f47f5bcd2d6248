import { type RefObject, useEffect } from "react";
import { firstScreen } from "../document/first-screen.ts";

/** From here on, in pixels, the header may hide. */
const HIDES_AFTER = 50;
/** How much of the first screen is left when the header turns solid. */
const SOLID_BEFORE_END = 90;

/** Hides the header on the way down, shows it on the way up, and gives it a ground past the page's first screen. `page` names the page below. */
export function useHeaderScroll(ref: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const header = ref.current;
    if (header === null) return;
    let last = scrollY;
    const follow = () => {
      const first = firstScreen.current;
      // A detail or a text has no picture of its own behind the header.
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
