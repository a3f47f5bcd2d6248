/** How much of an element has to be in sight, and how far above the window's foot. */
const WHEN = { rootMargin: "0px 0px -8% 0px", threshold: 0.05 };

/**
 * Lets sections rise as they come into view. Only what is out of sight when the script starts waits at all, so nothing that has
 * been seen disappears, and nothing is hidden where no script runs or motion is unwelcome. The observer's first answer says
 * what is in sight: asking every element for its place would lay out the whole page at once.
 */
export function startReveal(root: Document | Element): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      target.toggleAttribute("data-unseen", !isIntersecting);
      if (isIntersecting) inSight.unobserve(target);
    }
  }, WHEN);
  for (const element of root.querySelectorAll(".reveal")) inSight.observe(element);
  // Paper and the keyboard reach what has not been scrolled to.
  addEventListener("beforeprint", () => showAll(root));
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) target.closest("[data-unseen]")?.removeAttribute("data-unseen");
  });
}

function showAll(root: Document | Element): void {
  for (const element of root.querySelectorAll("[data-unseen]")) element.removeAttribute("data-unseen");
}
