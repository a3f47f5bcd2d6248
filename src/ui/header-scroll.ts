/** From here on, in pixels, the header may hide (section 2.4). */
const HIDES_AFTER = 50;
/** How much of the first screen is left when the header turns solid. */
const SOLID_BEFORE_END = 90;

/** Hides the header on the way down, shows it on the way up, and gives it a ground past the page's first screen. */
export function startHeaderScroll(root: Document | Element): void {
  const header = root.querySelector<HTMLElement>(".masthead");
  if (!header) return;
  // A detail or a text has no picture of its own behind the header.
  const first = root.querySelector<HTMLElement>("main :is(.cover, .opening, .playbill)");
  let last = scrollY;
  const follow = () => {
    const solidFrom = first ? Math.min(first.offsetHeight, innerHeight) - SOLID_BEFORE_END : 0;
    header.toggleAttribute("data-hidden", scrollY > HIDES_AFTER && scrollY > last);
    header.toggleAttribute("data-solid", scrollY > solidFrom);
    last = scrollY;
  };
  addEventListener("scroll", follow, { passive: true });
  follow();
}
