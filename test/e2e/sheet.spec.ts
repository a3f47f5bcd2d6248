import type { Locator, Page } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test, visit, withConsentGiven } from "./watched.ts";

/** The frame of every popup (section 2.3), by the side menu, on a list and on a detail's own page. */
const PAGES = {
  "the agenda": home("port-serac", "agenda"),
  "an announcement's page": home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue"),
};
const PULL_MAX = 110;
/** The way of a page down, in pixels, before anything is opened over it. */
const SCROLLED = 240;

const openerOf = (page: Page) => page.locator("[data-sheet=menu]:visible").first();
const menuOf = (page: Page) => page.locator("#menu:modal");

async function openMenu(page: Page): Promise<Locator> {
  await openerOf(page).focus();
  await page.keyboard.press("Enter");
  const menu = menuOf(page);
  await expect(menu).toBeVisible();
  await settled(menu);
  return menu;
}

async function settled(sheet: Locator): Promise<void> {
  await sheet.evaluate(async (dialog) => {
    await Promise.all(dialog.getAnimations().map((animation) => animation.finished));
  });
}

function themeColor(page: Page): Promise<string | null> {
  return page.locator("meta[name=theme-color]").getAttribute("content");
}

/** A point that the sheet does not cover: beside it on a desk, above it on a phone. */
async function outsideOf(sheet: Locator): Promise<[x: number, y: number]> {
  const box = (await sheet.boundingBox()) ?? { x: 0, y: 0 };
  return box.x > 40 ? [20, 400] : [195, box.y / 2];
}

for (const [name, url] of Object.entries(PAGES)) {
  test(`the menu over ${name} locks the page, whitens the browser's bar, and each way out gives all of it back`, async ({
    page,
    context,
  }) => {
    await withConsentGiven(context);
    await visit(page, url);
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), SCROLLED);
    const [color, top] = [await themeColor(page), await page.evaluate(() => scrollY)];
    expect(color).not.toBe("#ffffff");
    const ways: ((menu: Locator) => Promise<void>)[] = [
      () => page.keyboard.press("Escape"),
      (menu) => menu.locator("[data-close]").first().click(),
      async (menu) => page.mouse.click(...(await outsideOf(menu))),
    ];
    for (const leave of ways) {
      const menu = await openMenu(page);
      expect(await themeColor(page)).toBe("#ffffff");
      await page.mouse.move(...(await outsideOf(menu)));
      await page.mouse.wheel(0, 600);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
      await leave(menu);
      await expect(menu).toBeHidden();
      expect(await page.evaluate(() => scrollY)).toBe(top);
      await expect.poll(() => themeColor(page)).toBe(color);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe("hidden");
      await expect(openerOf(page)).toBeFocused();
      expect(page.url()).toBe(url);
    }
  });
}

test("a click on the consent banner closes no menu, one beside both does", async ({ page }, { project }) => {
  test.skip(project.name !== "desktop", "a phone's sheet covers the banner");
  await visit(page, home("port-serac", "agenda"));
  const banner = page.locator("#consent");
  await expect(banner).toBeVisible();
  const menu = await openMenu(page);
  const [box, sheet] = [await banner.boundingBox(), await menu.boundingBox()];
  if (box === null || sheet === null) throw new Error("both are there to be seen");
  const left = (box.x + Math.min(box.x + box.width, sheet.x)) / 2;
  expect(left, "some of the banner stands beside the sheet").toBeLessThan(sheet.x);
  await page.mouse.click(left, box.y + box.height / 2);
  await page.waitForTimeout(200);
  await expect(menu).toBeVisible();
  await page.mouse.click(left, box.y - 40);
  await expect(menu).toBeHidden();
});

test("a pull down by more than 110 px closes the menu, a shorter one lets it go back", async ({ page, context }, {
  project,
}) => {
  test.skip(project.name !== "phone", "a finger pulls what comes from below");
  await withConsentGiven(context);
  await visit(page, home("port-serac", "agenda"));
  const touch = await page.context().newCDPSession(page);
  const pull = async (pixels: number) => {
    const at = (y: number) => [{ x: 195, y }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(60) });
    for (let moved = 10; moved <= pixels; moved += 10)
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(60 + moved) });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const menu = await openMenu(page);
  const place = await menu.boundingBox();
  await pull(PULL_MAX - 20);
  await page.waitForTimeout(300);
  await expect(menu).toBeVisible();
  expect(await menu.boundingBox()).toEqual(place);
  await pull(PULL_MAX);
  await page.waitForTimeout(300);
  await expect(menu).toBeVisible();
  await pull(PULL_MAX + 10);
  await expect(menu).toBeHidden();
  await openMenu(page);
  expect(await menu.boundingBox()).toEqual(place);
});

test("a detail over the agenda locks the page too, and gives back place and focus (§2.5)", async ({
  page,
  context,
}) => {
  await withConsentGiven(context);
  await visit(page, home("port-serac", "agenda"));
  const card = page.locator("main a[href^='/agenda/']").first();
  await card.scrollIntoViewIfNeeded();
  await card.focus();
  await page.keyboard.press("Enter");
  const over = page.locator("dialog.detail-over[open]");
  await expect(over).toBeVisible();
  const top = await page.evaluate(() => scrollY);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
  await page.keyboard.press("Escape");
  await expect(over).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe("hidden");
  await expect(card).toBeFocused();
});

test("the way back to the menu runs the other way, and by an address too (reverse=true)", async ({ page, context }) => {
  await withConsentGiven(context);
  await page.goto(home("port-serac", "me-connecter"));
  await page.locator("[name=email]").fill("member@demo.belrive.example");
  await page.locator("[name=password]").fill("Belrive!2026");
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL(/popup=Menu/);
  await visit(page, home("port-serac", "?popup=Account"));
  const account = page.locator("#account-sheet:modal");
  await expect(account).toBeVisible();
  const back = account.locator(".sheet-top a").first();
  await expect(back).toHaveAttribute("href", /reverse=true/);
  const from = (sheet: Locator) => sheet.evaluate((dialog) => getComputedStyle(dialog).getPropertyValue("--from"));
  const forwards = await from(account);
  await back.click();
  const menu = menuOf(page);
  await expect(menu).toBeVisible();
  expect(await from(menu)).not.toBe(forwards);
  await page.keyboard.press("Escape");
  const again = await openMenu(page);
  expect(await from(again)).toBe(forwards);
});
