import { chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "../bin/ensure-browser.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 5;
const LINK = ".masthead-nav a[href='/agenda']";
/** Long enough under the pointer for the browser to make the next page ready. */
const HOVER_MS = 1_500;

/**
 * From the click on the agenda's link to the largest paint of /agenda, made ready by speculation rules while the pointer was on
 * the link, against the same click without such a pause. Medians of five, in the same browser.
 */
export async function clickToNextPage(site: RunningSite): Promise<Ratio> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
  const home = `http://${site.hostOf("port-serac")}/`;
  const ready: number[] = [];
  const cold: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      cold.push(await clickOnce(await newPage(browser, home), 0));
      ready.push(await clickOnce(await newPage(browser, home), HOVER_MS));
    }
  } finally {
    await browser.close();
  }
  return ratioOf("click to next page's largest paint, ready / not", {
    a: median(ready),
    b: median(cold),
    budget: 1,
    unit: "ms",
  });
}

async function newPage(browser: Awaited<ReturnType<typeof chromium.launch>>, home: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(home, { waitUntil: "load" });
  return page;
}

/** Milliseconds from the click to the last candidate for the largest paint, on the wall's clock. */
async function clickOnce(page: Page, hoverMs: number): Promise<number> {
  const link = page.locator(LINK);
  await link.scrollIntoViewIfNeeded();
  if (hoverMs > 0) {
    await link.hover();
    await page.waitForTimeout(hoverMs);
  }
  const clickedAt = Date.now();
  await link.click();
  await page.waitForURL("**/agenda");
  await page.waitForTimeout(1_500);
  const paintedAt = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          const { activationStart = 0 } = performance.getEntriesByType("navigation")[0] as { activationStart?: number };
          // A page made ready has painted before it is shown: the visitor sees it at its activation.
          resolve(performance.timeOrigin + Math.max(last?.startTime ?? 0, activationStart));
        }).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
  await page.context().close();
  return Math.max(0, paintedAt - clickedAt);
}
