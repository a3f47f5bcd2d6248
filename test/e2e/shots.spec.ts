import type { Page } from "@playwright/test";
import { FAMILIES } from "./places.ts";
import { seeWhole, test, withConsentGiven } from "./watched.ts";

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const url of Object.values(FAMILIES).flat()) {
  for (const viewport of WINDOWS) {
    const name = `${url.replace(/^http:\/\//, "").replaceAll(/[^a-z-]+/g, "-")}-${viewport.width}`;
    test(`takes a screenshot of ${name}`, async ({ page, context }) => {
      await withConsentGiven(context);
      await page.setViewportSize(viewport);
      await page.goto(url);
      await page.waitForTimeout(2_500);
      await page.screenshot({ path: `test-results/shots/${name}-top.png` });
      await seeWhole(page);
      await untilPicturesAreThere(page);
      await page.waitForTimeout(1_000);
      await page.screenshot({ path: `test-results/shots/${name}.png`, fullPage: true });
    });
  }
}

async function untilPicturesAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === "lazy"));
}
