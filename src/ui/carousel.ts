/** Serves the arrows of every carousel: one slide a click, disabled at the ends. */
export function startCarousels(root: Document | Element): void {
  for (const arrows of root.querySelectorAll<HTMLElement>("[data-arrows]")) {
    const row = document.getElementById(arrows.dataset["arrows"] ?? "");
    if (row) serve(row, [...arrows.querySelectorAll("button")]);
  }
}

/** Less than this, in pixels, is the rounding of a scroll position. */
const SLACK = 8;

function serve(row: HTMLElement, arrows: HTMLButtonElement[]): void {
  const followEnds = () => {
    const rest = row.scrollWidth - row.clientWidth - row.scrollLeft;
    for (const arrow of arrows) arrow.disabled = (stepOf(arrow) < 0 ? row.scrollLeft : rest) < SLACK;
  };
  for (const arrow of arrows)
    arrow.addEventListener("click", () => row.scrollBy({ left: stepOf(arrow) * slideWidth(row), behavior: motion() }));
  row.addEventListener("scroll", followEnds, { passive: true });
  new ResizeObserver(followEnds).observe(row);
}

function stepOf(arrow: HTMLElement): number {
  return Number(arrow.dataset["step"]);
}

function slideWidth(row: HTMLElement): number {
  const [first, second] = row.children;
  if (!first || !second) return row.clientWidth;
  return second.getBoundingClientRect().left - first.getBoundingClientRect().left;
}

function motion(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
