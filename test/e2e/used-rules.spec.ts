import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test } from "./watched.ts";

const PAGES = ["agenda", "jeux", "jeux/black-jack", "jeux/jackpots", "restauration/la-brasserie-du-quai", "cgu"];

/** Every computed property of every element, as one text an element; of a closed dialog nothing is seen. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = 0;
    }
    return Array.from(document.querySelectorAll("body :not(dialog:not([open]), dialog:not([open]) *)"), (element) => {
      const style = getComputedStyle(element);
      const own = Array.from(style, (name) => `${name}:${style.getPropertyValue(name)}`).join(";");
      return `${element.tagName}.${element.getAttribute("class")} ${own}`;
    });
  });
}

for (const path of PAGES)
  test(`no element of /${path} looks different once the rest of the sheet is there @once`, async ({ page }) => {
    let send = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (send = resolve));
    await page.route("**/assets/site-*.css", async (route) => {
      await wanted;
      await route.continue();
    });
    // What a page does by itself would change it meanwhile.
    await page.route("**/assets/page-*.js", () => undefined);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(home("port-serac", path));
    await page.waitForFunction(() => document.documentElement.matches("[data-seen][data-faces]"));
    await page.waitForTimeout(500);
    const before = await looks(page);
    send();
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>("#styles ~ link[rel=stylesheet]")?.sheet);
    const after = await looks(page);
    expect(after.filter((look, at) => look !== before[at])).toEqual([]);
    expect(after).toHaveLength(before.length);
  });
