import type { Page } from "@playwright/test";
import { GROUP, home } from "./places.ts";
import { expect, test, visit } from "./watched.ts";

/** What scrolls sideways by itself shows the rest of its words when it is moved. */
const SCROLLERS = ".carousel, .gallery, .filters, .strip, .events-tabs, .jackpots-tabs, .heard, thead, [inert]";
const PATHS = [
  "",
  "agenda",
  "spectacles/5101/cabaret-nu-la-nouvelle-revue",
  "jeux",
  "jeux/jackpots",
  "restauration",
  "restauration/aurore",
];

for (const url of [GROUP, ...PATHS.map((path) => home("port-serac", path)), home("montreval", "?locale=en")])
  test(`keeps all words of ${url} inside a window of 320 px with text of twice its size @once`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(page, url);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expect.poll(() => wordsOutside(page)).toEqual([]);
  });

test("keeps the words of a bar of seven entries inside the window at every size of text @once", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, home("montreval"));
  for (const size of ["100%", "106%", "112%", "125%", "150%"]) {
    await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
    await expect.poll(() => wordsOutside(page), size).toEqual([]);
  }
  await expect(page.getByRole("navigation", { name: "Navigation mobile" }).getByRole("link")).toHaveText([
    "Mon casino",
    "Agenda",
    "Menu",
  ]);
});

test("shows both answers of the consent banner whole with text of twice its size @once", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, home("port-serac"));
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const name of ["Tout refuser", "Tout accepter"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
});

/** The texts of which a part lies beyond the window's sides, or beyond those of a box that hides what spills out of it. */
function wordsOutside(page: Page): Promise<string[]> {
  return page.evaluate((scrollers) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const outside: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || parent === null || parent.closest(scrollers) !== null) continue;
      // Words for screen readers alone are clipped away.
      if (!parent.checkVisibility({ visibilityProperty: true }) || getComputedStyle(parent).clipPath !== "none")
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      let [start, end] = [0, innerWidth];
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        if (!/hidden|clip/.test(getComputedStyle(box).overflowX)) continue;
        const { left, right } = box.getBoundingClientRect();
        [start, end] = [Math.max(start, left), Math.min(end, right)];
      }
      if (boxes.some(({ left, right }) => left < start - 1 || right > end + 1)) outside.push(text.nodeValue);
    }
    return outside;
  }, SCROLLERS);
}
