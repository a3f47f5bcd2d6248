import type { Locator, Page } from "@playwright/test";
import { comeAsDemo } from "./new-member.ts";
import { home } from "./places.ts";
import { accountOf, avatarOf, consentOf, menuOf } from "./screens.ts";
import { expect, hydrate, test, untilQuiet, visit, withConsentGiven } from "./watched.ts";

/** Pages under the menu, on which the frame of all popups is tested: a list at both widths, and a detail's own page. */
const PAGES: [name: string, path: string, tag: string[]][] = [
  ["the agenda", "agenda", []],
  ["an announcement's page", "spectacles/5101/cabaret-nu-la-nouvelle-revue", ["@once"]],
];
const PULL_MAX = 110;
/** How far the page is scrolled before anything opens over it, in pixels. */
const SCROLLED = 240;

/** In the bar at the bottom on a phone, at the side on a desktop. */
const openerOf = (page: Page) => page.getByRole("link", { name: "Menu", exact: true });

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

/** A point outside the sheet: beside it on a desktop, above it on a phone. */
async function outsideOf(sheet: Locator): Promise<[x: number, y: number]> {
  const box = (await sheet.boundingBox()) ?? { x: 0, y: 0 };
  return box.x > 40 ? [20, 400] : [195, box.y / 2];
}

for (const [name, path, tag] of PAGES) {
  const title = `locks the page and changes the browser's colour while the menu is open over ${name}, and restores both however it is closed`;
  test(title, { tag }, async ({ page, context }) => {
    const url = home("port-serac", path);
    await withConsentGiven(context);
    await visit(page, url);
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), SCROLLED);
    const [color, top] = [await themeColor(page), await page.evaluate(() => scrollY)];
    expect(color).not.toBe("#ffffff");
    const ways: ((menu: Locator) => Promise<void>)[] = [
      () => page.keyboard.press("Escape"),
      (menu) => menu.getByRole("link", { name: "Fermer" }).click(),
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

// On a phone the sheet covers the banner.
test("closes the menu on a click beside it, but not on the consent banner @desktop", async ({ page }) => {
  await visit(page, home("port-serac", "agenda"));
  const banner = consentOf(page);
  await expect(banner).toBeVisible();
  const menu = await openMenu(page);
  const [box, sheet] = [await banner.boundingBox(), await menu.boundingBox()];
  if (box === null || sheet === null) throw new Error("Banner and sheet must be visible");
  const left = (box.x + Math.min(box.x + box.width, sheet.x)) / 2;
  expect(left, "part of the banner is beside the sheet").toBeLessThan(sheet.x);
  await page.mouse.click(left, box.y + box.height / 2);
  // A click takes effect before the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(menu).toBeVisible();
  await page.mouse.click(left, box.y - 40);
  await expect(menu).toBeHidden();
});

for (const runs of ["before React runs", "once React runs"])
  test(`closes the menu and stays on the page when the cross is pressed twice, ${runs} @once`, async ({
    page,
    context,
  }) => {
    await withConsentGiven(context);
    if (runs === "before React runs") await page.route(/\/assets\/.*\.js$/, () => undefined);
    await page.goto(home("port-serac", "cgu"));
    await page.goto(home("port-serac", "agenda"));
    if (runs === "once React runs") await hydrate(page);
    const menu = await openMenu(page);
    await menu.getByRole("link", { name: "Fermer" }).evaluate((cross: HTMLElement) => {
      cross.click();
      cross.click();
    });
    await expect(menu).toBeHidden();
    // A second step back would have left the agenda by now.
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(home("port-serac", "agenda"));
  });

// Only a sheet that comes from below can be pulled down.
test("closes the menu when pulled down by more than 110 px, and lets it return otherwise @once", async ({
  page,
  context,
}) => {
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
  for (const pixels of [PULL_MAX - 20, PULL_MAX]) {
    await pull(pixels);
    await expect.poll(() => menu.boundingBox(), `after ${pixels} px`).toEqual(place);
    await expect(menu).toBeVisible();
  }
  await pull(PULL_MAX + 10);
  await expect(menu).toBeHidden();
  await openMenu(page);
  expect(await menu.boundingBox()).toEqual(place);
});

test("locks the page under a detail over the agenda, and restores position and focus", async ({ page, context }) => {
  await withConsentGiven(context);
  await visit(page, home("port-serac", "agenda"));
  // The last of the list; the featured event leads the page instead.
  const card = page.getByRole("main").getByRole("listitem").getByRole("article").getByRole("link").last();
  await card.scrollIntoViewIfNeeded();
  await card.focus();
  await page.keyboard.press("Enter");
  const over = page.getByRole("dialog");
  await expect(over).toBeVisible();
  const top = await page.evaluate(() => scrollY);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("hidden");
  await page.keyboard.press("Escape");
  await expect(over).toHaveCount(0);
  expect(await page.evaluate(() => scrollY)).toBe(top);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe("hidden");
  await expect(card).toBeFocused();
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("animates the way back to the menu in reverse, also by an address with reverse=true", async ({
    page,
    context,
  }) => {
    await withConsentGiven(context);
    await comeAsDemo(context, "member");
    await visit(page, home("port-serac", "cgu?popup=Account"));
    const back = accountOf(page).getByRole("link", { name: "Revenir au menu" });
    await expect(back).toHaveAttribute("href", /reverse=true/);
    const menu = menuOf(page);
    const returning = await wayIn(page, menu, () => back.click());
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    const coming = await wayIn(page, menu, () => avatarOf(page).click());
    expect(returning).not.toEqual(coming);
    expect(coming.some((pixels) => pixels > 0)).toBe(true);
    expect(returning.every((pixels) => pixels <= 0)).toBe(true);
  });
});

/** How far right and below its final place a sheet starts. Animations run fifty times slower meanwhile. */
async function wayIn(page: Page, sheet: Locator, open: () => Promise<void>): Promise<[x: number, y: number]> {
  const motion = await page.context().newCDPSession(page);
  await motion.send("Animation.enable");
  await motion.send("Animation.setPlaybackRate", { playbackRate: 0.02 });
  await open();
  await expect(sheet).toBeVisible();
  const from = (await sheet.boundingBox()) ?? { x: 0, y: 0 };
  await motion.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await motion.detach();
  await sheet.evaluate((one) => one.getAnimations().forEach((animation) => animation.finish()));
  const place = (await sheet.boundingBox()) ?? { x: 0, y: 0 };
  return [Math.round(from.x - place.x), Math.round(from.y - place.y)];
}

test("keeps a sheet open for a press that began on it and ended beside it", async ({ page, context }) => {
  await withConsentGiven(context);
  await visit(page, home("port-serac", "cgu?popup=Menu"));
  await settled(menuOf(page));
  const sheet = await menuOf(page).boundingBox();
  const { x = 0, y = 0 } = sheet ?? {};
  // Beside the sheet is left of it in a wide window and above it on a phone.
  await page.mouse.move(x + 40, y + 120);
  await page.mouse.down();
  await page.mouse.move(x > 10 ? x - 5 : 40, x > 10 ? 120 : y - 5);
  await page.mouse.up();
  await untilQuiet(page);
  await expect(menuOf(page)).toBeVisible();
});
