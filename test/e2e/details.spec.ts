import type { Locator, Page } from "@playwright/test";
import { home } from "./places.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

const AGENDA = home("port-serac", "agenda");

test.beforeEach(({ context }) => withConsentGiven(context));

const cardsOf = (page: Page) => page.locator(".programme-rows").getByRole("heading", { level: 3 }).getByRole("link");
const over = (page: Page) => page.getByRole("dialog");
const close = (page: Page) => over(page).getByRole("link", { name: "Fermer" });

async function open(page: Page, link: Locator): Promise<string> {
  const href = (await link.getAttribute("href")) ?? "";
  await link.click();
  await expect(over(page)).toBeVisible();
  await expect(page).toHaveURL(new URL(href, page.url()).href);
  await expect(over(page)).toHaveAttribute("aria-busy", "false");
  return href;
}

test("an announcement opens over its list, which stays where it was, and every way out leads back (§2.5)", async ({
  page,
}) => {
  await visit(page, AGENDA);
  const title = await page.title();
  const card = cardsOf(page).nth(1);
  await card.scrollIntoViewIfNeeded();
  const ways = [
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => close(page).click(),
    () => over(page).click({ position: { x: 3, y: 3 } }),
  ];
  // On a phone the detail fills the window: there is nothing beside it.
  const isPhone = (page.viewportSize()?.width ?? 0) < 900;
  for (const leave of isPhone ? ways.slice(0, 3) : ways) {
    await open(page, card);
    // Playwright scrolls for its own click; from here on nothing may move.
    const top = await page.evaluate(() => scrollY);
    await expect(over(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expect(over(page)).toBeFocused();
    expect(await axeFaults(page, "dialog[open]")).toEqual([]);
    await expect(page).toHaveTitle(/, Casino de Port-Sérac/);
    expect(await page.title()).not.toBe(title);
    await leave();
    await expect(over(page)).toHaveCount(0);
    await expect(page).toHaveURL(AGENDA);
    await expect(page).toHaveTitle(title);
    await expect(card).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
});

test("forward opens it again, a reload shows it as a page, and back is the list (§2.5)", async ({ page }) => {
  await visit(page, AGENDA);
  const href = await open(page, cardsOf(page).first());
  const heading = await over(page).getByRole("heading", { level: 1 }).innerText();
  await page.goBack();
  await expect(over(page)).toHaveCount(0);
  await page.goForward();
  await expect(over(page).getByRole("heading", { level: 1 })).toHaveText(heading);
  await page.reload();
  await expect(page).toHaveURL(new URL(href, AGENDA).href);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(heading);
  await page.goBack();
  await expect(page).toHaveURL(AGENDA);
  await expect(cardsOf(page).first()).toBeVisible();
});

test(
  "however often a card or the close is pressed, it opens and closes once (§2.5)",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "jeux"));
    await visit(page, AGENDA);
    const before = await page.evaluate(() => history.length);
    await cardsOf(page).first().dblclick();
    await expect(over(page)).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await close(page).dblclick();
    await expect(over(page)).toHaveCount(0);
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(AGENDA);
  },
);

test("a detail's data are fetched once, from the first touch on", { tag: "@once" }, async ({ page }) => {
  await visit(page, home("port-serac", "jeux"));
  const game = page.locator('main a[href="/jeux/black-jack"]');
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes(".data") && asked.push(request.url()));
  await game.dispatchEvent("pointerdown");
  await expect.poll(() => asked.length).toBe(1);
  await open(page, game);
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/jeux/") && name.includes(".data"))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  // What the browser takes from its cache is no transfer.
  expect(sizes.filter((size) => size > 0)).toHaveLength(1);
});

test("`over` opens nothing that is not a detail of ours, and nothing by itself", { tag: "@once" }, async ({ page }) => {
  for (const over of ["https://evil.example/", "//evil.example/jeux/x", "/me-deconnecter", "/jeux/black-jack"]) {
    await visit(page, `${AGENDA}?over=${encodeURIComponent(over)}`);
    await page.waitForTimeout(300);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(cardsOf(page).first()).toBeVisible();
  }
});

test("a detail that does not come is said, and its list stays (§8)", { tag: "@once" }, async ({ page, forgive }) => {
  forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/);
  await visit(page, AGENDA);
  await page.context().setOffline(true);
  await cardsOf(page).first().click();
  await expect(page.getByRole("alert")).toContainText("La page ne répond pas");
  await expect(over(page)).toHaveCount(0);
  await expect(page).toHaveURL(AGENDA);
  await page.context().setOffline(false);
  await page.getByRole("alert").getByRole("button").click();
  await open(page, cardsOf(page).first());
});

test(
  "a detail's close link leads to the list where there is nothing to go back to (§2.5)",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue"));
    await page.getByRole("main").getByRole("link", { name: "Fermer" }).click();
    await expect(page).toHaveURL(home("port-serac", "spectacles"));
  },
);

test("the logo leads to the top of Home, wherever the visitor was on it (§2.4)", { tag: "@once" }, async ({ page }) => {
  await visit(page, home("port-serac"));
  await page.evaluate(() => scrollTo({ top: 2500, behavior: "instant" }));
  await page.waitForTimeout(300);
  await page.evaluate(() => scrollBy({ top: -200, behavior: "instant" }));
  await page.waitForTimeout(300);
  await page.locator(".masthead a").first().click();
  await page.waitForTimeout(800);
  expect(await page.evaluate(() => scrollY)).toBeLessThan(10);
});

test("before React a detail's link is its page", { tag: "@once" }, async ({ page, forgive }) => {
  forgive(/entry\.client|Failed to load resource/);
  await page.route(/\/assets\/entry\.client/, (route) => route.abort());
  await page.goto(AGENDA, { waitUntil: "commit" });
  const href = (await cardsOf(page).first().getAttribute("href")) ?? "";
  await cardsOf(page).first().click();
  await expect(page).toHaveURL(new URL(href, AGENDA).href);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
});
