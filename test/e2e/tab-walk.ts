import { expect, type Page } from "@playwright/test";

/** More stops than any page has. */
const STOPS_MAX = 150;

/**
 * Tabs through the page. Every visible control must be a stop, and every stop must be on the screen, uncovered, with
 * a focus ring.
 */
export async function expectAllReached(page: Page): Promise<void> {
  const wanted = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("a[href], button:not(:disabled), summary, input, [tabindex='0']"),
    ];
    const visible = controls.filter((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }));
    for (const [at, one] of visible.entries()) one.dataset["stop"] = String(at);
    return visible.length;
  });
  const reached = new Set<string>();
  const faults: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(lookAtFocus);
    if (seen === null || (seen.stop !== "" && reached.has(seen.stop))) break;
    if (seen.stop !== "") reached.add(seen.stop);
    if (seen.fault !== "") faults.push(`${seen.fault}: ${seen.html}`);
  }
  expect(faults).toEqual([]);
  const missed = await page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-stop]")]
        .filter((one) => !known.includes(one.dataset["stop"] ?? "") && !one.matches(":disabled"))
        .map((one) => one.outerHTML.slice(0, 100)),
    [...reached],
  );
  expect(missed).toEqual([]);
  expect(wanted).toBeGreaterThan(10);
}

/** Runs in the page: the focused element and what is wrong with its display. Null if nothing has the focus. */
function lookAtFocus(): { stop: string; fault: string; html: string } | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.15, 0.5, 0.85].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
  );
  const isSeen = points.some(([x = 0, y = 0]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (focused.contains(hit) || hit.contains(focused));
  });
  // A card filled by its link, or a field with its button, shows the ring for what is inside it.
  const isRinged = [0, 1, 2, 3].some((levels) => {
    let one: Element | null = focused;
    for (let level = 0; level < levels; level++) one = one?.parentElement ?? null;
    if (!one) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  const fault = !isSeen ? "covered or off the screen" : !isRinged ? "no ring" : "";
  return { stop: focused.dataset["stop"] ?? "", fault, html: focused.outerHTML.slice(0, 100) };
}
