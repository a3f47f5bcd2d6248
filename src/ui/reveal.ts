/** How much of an element has to be in sight, and how far above the window's foot. */
const WHEN = { rootMargin: "0px 0px -8% 0px", threshold: 0.05 };

/**
 * Lets sections rise as they come into view. Only what lies wholly below the window when the script starts waits at all,
 * so nothing that has been seen disappears, and nothing is hidden where no script runs or motion is unwelcome.
 */
export function startReveal(root: Document | Element): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const inSight = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.removeAttribute("data-waiting");
      inSight.unobserve(target);
    }
  }, WHEN);
  for (const element of root.querySelectorAll(".reveal")) {
    if (element.getBoundingClientRect().top < innerHeight) continue;
    element.setAttribute("data-waiting", "");
    inSight.observe(element);
  }
  // Paper and the keyboard reach what has not been scrolled to.
  addEventListener("beforeprint", () => showAll(root));
  root.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) target.closest("[data-waiting]")?.removeAttribute("data-waiting");
  });
}

function showAll(root: Document | Element): void {
  for (const element of root.querySelectorAll("[data-waiting]")) element.removeAttribute("data-waiting");
}
