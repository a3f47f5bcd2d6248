import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { expectAllReached } from "./tab-walk.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

/** Scrolling and dialogs then happen at once, and a test need not wait for them. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("Home is used by keyboard alone: skip link, hours, agenda, pictures, menu", async ({ page, context }) => {
  test.setTimeout(90_000);
  await withConsentGiven(context);
  await visit(page, home("port-serac"));
  await test.step("the first stop skips to the content", () => skips(page));
  await test.step("the hours unfold and fold", () => unfoldsHours(page));
  await test.step("the agenda's row moves", () => movesAgenda(page));
  await test.step("a picture opens, leafs, closes and gives the focus back", () => leafsPictures(page));
  await test.step("the menu opens, holds the focus, closes and gives it back", () => opensMenu(page));
});

for (const path of ["cgu", "jeux"])
  test(`on /${path} nothing that has the focus lies under the banner of consent (WCAG 2.4.11)`, async ({ page }) => {
    test.setTimeout(90_000);
    await visit(page, home("port-serac", path));
    await expect(page.locator("#consent")).toBeVisible();
    await expectAllReached(page);
  });

test("the way to the menu is in sight on the narrowest phone (look: no overflow at 320) @once", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, home("montreval"));
  await expect(page.locator(".bottom").getByRole("link", { name: "Menu" })).toBeInViewport({ ratio: 1 });
});

async function skips(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expect(page.locator(".skip")).toBeFocused();
  await expect(page.locator(".skip")).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
}

async function unfoldsHours(page: Page): Promise<void> {
  const summary = page.locator("details.hours summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".hours-panel")).toBeVisible();
  expect(await axeFaults(page, "details.hours")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.locator(".hours-panel")).toBeHidden();
  await expect(summary).toBeFocused();
}

/** By its keys, and by its arrows where there are any, which rest at the ends. */
async function movesAgenda(page: Page): Promise<void> {
  const row = page.locator("#agenda-slides");
  const [previous, next] = [
    page.locator("[data-arrows='agenda-slides'] [data-step='-1']"),
    page.locator("[data-arrows='agenda-slides'] [data-step='1']"),
  ];
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  // A phone's window has no arrows: there a finger moves the row.
  if (!(await next.isVisible())) return;
  await expect(previous).toBeEnabled();
  await next.focus();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(next).toBeDisabled({ timeout: 50 });
  }).toPass();
  expect(await row.evaluate((one) => Math.round(one.scrollWidth - one.clientWidth - one.scrollLeft))).toBeLessThan(9);
}

async function leafsPictures(page: Page): Promise<void> {
  const first = page.locator("[data-lightbox] a").first();
  const dialog = page.locator("dialog.lightbox");
  const position = dialog.locator("[data-position]");
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(position).toContainText("Photo 1");
  expect(await axeFaults(page, "dialog.lightbox")).toEqual([]);
  await page.keyboard.press("ArrowRight");
  // The next key does not wait for the row to arrive.
  await page.keyboard.press("End");
  await expect(position).toContainText("Photo 7");
  await expect(dialog.locator("[data-step='1']")).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(position).toContainText("Photo 1");
  await expect(dialog.locator("[data-caption]")).not.toBeEmpty();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(first).toBeFocused();
}

async function opensMenu(page: Page): Promise<void> {
  const opener = page.locator("[data-sheet=menu]:visible").first();
  const menu = page.locator("#menu");
  const address = page.url();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const stops = await menu.locator("a, button").count();
  for (let stop = 0; stop < stops + 2; stop++) {
    await page.keyboard.press("Tab");
    // Between its last and its first stop a dialog gives the focus to the browser's own bar.
    expect(
      await page.evaluate(() => document.activeElement?.closest("main, footer, .masthead, .bottom, .rail")),
    ).toBeNull();
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(address);
}
