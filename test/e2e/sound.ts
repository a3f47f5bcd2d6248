import type { Locator, Page } from "@playwright/test";
import { axeFaults, expect } from "./watched.ts";

/** Checks the page or a part of it as it is: no fault that axe finds, and nothing beyond the window's sides. */
export async function isSound(page: Page, part?: Locator): Promise<void> {
  expect(await axeFaults(page, part)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

/** The same at the window's width and at a desktop's, for the first look at a screen. Its later states stand in the same layout. */
export async function isSoundAtBothWidths(page: Page, part?: Locator): Promise<void> {
  const window = page.viewportSize() ?? { width: 390, height: 844 };
  await isSound(page, part);
  await page.setViewportSize({ width: 1440, height: 900 });
  await isSound(page, part);
  await page.setViewportSize(window);
}
