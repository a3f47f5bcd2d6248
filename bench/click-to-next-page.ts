import type { Browser } from "@playwright/test";
import { addressOf, withBrowser } from "./phone.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 5;
const LINK = ".masthead-nav a[href='/agenda']";
/** How long the pointer rests on the link, enough to prefetch the next page or its data. */
const HOVER_MS = 1_500;

/**
 * The time from the click on the agenda's link until the agenda is painted, on a hydrated page: with a prefetch on
 * hover against without, and both against another checkout. Medians of five in the same browser.
 */
export async function clickToNextPage(site: RunningSite, before: RunningSite | null): Promise<Ratio[]> {
  return withBrowser(async (browser) => {
    const [ready, cold, readyBefore, coldBefore]: number[][] = [[], [], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      cold?.push(await clickOnce(browser, site, 0));
      ready?.push(await clickOnce(browser, site, HOVER_MS));
      if (before === null) continue;
      coldBefore?.push(await clickOnce(browser, before, 0));
      readyBefore?.push(await clickOnce(browser, before, HOVER_MS));
    }
    const compared = (name: string, a: number[] = [], b: number[] = []) =>
      ratioOf(name, { a: median(a), b: median(b), budget: 1, unit: "ms" });
    return [
      compared("click to next page, ready / not", ready, cold),
      ...(before === null
        ? []
        : [
            compared("click to next page, ready: after / before", ready, readyBefore),
            compared("click to next page, not ready: after / before", cold, coldBefore),
          ]),
    ];
  });
}

/** Wall-clock milliseconds from the click to the paint of the next page's heading. */
async function clickOnce(browser: Browser, site: RunningSite, hoverMs: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  try {
    await page.goto(addressOf(site, "/"), { waitUntil: "load" });
    if ((await page.locator("script#entry").count()) > 0)
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
    const link = page.locator(LINK);
    await link.scrollIntoViewIfNeeded();
    if (hoverMs > 0) {
      await link.hover();
      await page.waitForTimeout(hoverMs);
    }
    const heading = await page.locator("main h1").first().innerText();
    const clickedAt = Date.now();
    await link.click();
    const painted = await page.waitForFunction((old) => {
      const shown = document.querySelector<HTMLElement>("main h1")?.innerText ?? old;
      if (shown === old || location.pathname !== "/agenda") return null;
      return new Promise<number>((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()))),
      );
    }, heading);
    return ((await painted.jsonValue()) ?? clickedAt) - clickedAt;
  } finally {
    await page.context().close();
  }
}
