import type { Locator, Page } from "@playwright/test";
import { GROUP, home } from "./places.ts";
import { expect, test, untilHydrated, visit, withConsentGiven } from "./watched.ts";

const HOME = home("port-serac");
const EVENT = home("port-serac", "meetings-events/evenements-prives");

test.beforeEach(({ context }) => withConsentGiven(context));

const over = (page: Page): Locator => page.getByRole("dialog", { name: "Événements privés" });
const closeOf = (place: Page | Locator): Locator => place.getByRole("link", { name: "Fermer" });

async function openEvent(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "Événements privés" }).click();
  await expect(over(page)).toBeVisible();
  await expect(page).toHaveURL(EVENT);
}

test(
  "leads to Home's plain address when an event to plan is closed, whichever anchor of Home led there",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "#meeting-events"));
    const before = await page.evaluate(() => history.length);
    const ways = [() => closeOf(over(page)).click(), () => page.keyboard.press("Escape")];
    for (const close of ways) {
      await openEvent(page);
      await close();
      await expect(over(page)).toHaveCount(0);
      await expect(page).toHaveURL(HOME);
      await page.goBack();
      await expect(page).toHaveURL(home("port-serac", "#meeting-events"));
    }
    await page.goForward();
    await expect(page).toHaveURL(HOME);
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
  },
);

test(
  "goes one step back when an event to plan is closed that Home itself led to",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, HOME);
    await openEvent(page);
    await closeOf(over(page)).click();
    await expect(page).toHaveURL(HOME);
    await page.goForward();
    await expect(over(page)).toBeVisible();
  },
);

test(
  "leads to Home when the page of an event to plan is closed, after a link or a reload",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "restauration"));
    await page.goto(EVENT);
    await untilHydrated(page);
    await closeOf(page.getByRole("main")).click();
    await expect(page).toHaveURL(HOME);
    await page.goto(home("port-serac", "#meeting-events"));
    await openEvent(page);
    await page.reload();
    await untilHydrated(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await closeOf(page.getByRole("main")).click();
    await expect(page).toHaveURL(HOME);
  },
);

test("marks Home in the navigation only if the address names no anchor", async ({ page }) => {
  await visit(page, HOME);
  const marked = page.getByRole("navigation").locator("[aria-current]:visible");
  const isPhone = (await page.evaluate(() => innerWidth)) < 900;
  if (isPhone) await expect(marked).toHaveText("Mon casino");
  await page.goto(home("port-serac", "#infos"));
  await expect(marked).toHaveCount(0);
  await page
    .getByRole("navigation")
    .getByRole("link", { name: "Restaurant" })
    .locator("visible=true")
    .first()
    .press("Enter");
  await expect(page).toHaveURL(home("port-serac", "restauration#restaurant"));
  await expect(marked).toHaveText("Restaurant");
});

test("restores the scroll position of Home on the way back", { tag: "@once" }, async ({ page }) => {
  await visit(page, HOME);
  await page.locator("#restaurant .section-head a").scrollIntoViewIfNeeded();
  await page.waitForTimeout(300);
  const top = await page.evaluate(() => Math.round(scrollY));
  expect(top).toBeGreaterThan(1000);
  await page.locator("#restaurant .section-head a").click();
  await expect(page).toHaveURL(home("port-serac", "restauration"));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(HOME);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
});

test("has all its pictures once the page is idle, without scrolling", { tag: "@once" }, async ({ page }) => {
  await visit(page, HOME);
  const missing = () => [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src);
  await expect.poll(() => page.evaluate(missing), { timeout: 20_000 }).toEqual([]);
});

test(
  "begins to show the whole page before React starts, over pictures' frames that are never empty",
  { tag: "@once" },
  async ({ page }) => {
    await page.addInitScript(() => {
      new MutationObserver((_changes, observer) => {
        const root = document.documentElement;
        root.dataset["shown"] = root.hasAttribute("data-hydrated") ? "late" : "early";
        observer.disconnect();
      }).observe(document, { subtree: true, attributeFilter: ["loading", "data-near"] });
    });
    for (const url of [HOME, GROUP]) {
      await page.goto(url);
      const frame = page.locator(".picture, .venue-picture").last();
      expect(await frame.evaluate((one) => getComputedStyle(one).backgroundImage)).toContain("linear-gradient");
      await expect(page.locator("html")).toHaveAttribute("data-shown", "early");
    }
  },
);

test("prints words beside their pictures, and addresses in whole lines, before React has started", async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await page.route("**/assets/*.js", () => undefined);
  await page.goto(home("port-serac"));
  await expect(page.locator('link[rel=stylesheet][href*="/late-"]')).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const printed = () =>
    page.evaluate(() => {
      const boxOf = (name: string) => document.querySelector(name)?.getBoundingClientRect();
      const links = [...document.querySelectorAll("main .link")];
      return {
        isOnPicture: (boxOf(".cover h1")?.top ?? 0) < (boxOf(".cover-scene")?.bottom ?? 0),
        hasShortLinks: Math.max(...links.map((link) => link.getBoundingClientRect().height)) < 120,
      };
    });
  await expect.poll(printed).toEqual({ isOnPicture: false, hasShortLinks: true });
});
