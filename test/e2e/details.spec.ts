import type { Locator, Page } from "@playwright/test";
import { home } from "./places.ts";
import { axeFaults, expect, test, untilQuiet, visit, withConsentGiven } from "./watched.ts";

const HOME = home("port-serac");
const AGENDA = home("port-serac", "agenda");

const STEP_BEGINS_MS = 1500;

test.beforeEach(({ context }) => withConsentGiven(context));

const agendaOf = (page: Page) =>
  page.getByRole("region", { name: "En ce moment au casino" }).getByRole("list", { name: "Agenda" });
const cardsOf = (page: Page) => agendaOf(page).getByRole("link");
const cardOf = (page: Page) => cardsOf(page).first();
const over = (page: Page) => page.getByRole("dialog");
const closeOf = (within: Page | Locator) => within.getByRole("link", { name: "Fermer" });

async function openCard(page: Page): Promise<string> {
  const href = (await cardOf(page).getAttribute("href")) ?? "";
  await cardOf(page).click();
  await expect(over(page)).toBeVisible();
  await expect(page).toHaveURL(new URL(href, HOME).href);
  return href;
}

test("opens an announcement over Home without moving it, and returns by every way of closing", async ({ page }) => {
  await visit(page, HOME);
  const title = await page.title();
  await cardOf(page).scrollIntoViewIfNeeded();
  await openCard(page);
  expect(await axeFaults(page, over(page))).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(over(page)).toHaveCount(0);
  const ways = [() => page.keyboard.press("Escape"), () => page.goBack(), () => closeOf(over(page)).click()];
  for (const leave of ways) {
    await openCard(page);
    // Playwright scrolls before its own click. From here on nothing may move.
    const top = await page.evaluate(() => scrollY);
    expect(await page.title()).not.toBe(title);
    await leave();
    await expect(over(page)).toHaveCount(0);
    await expect(page).toHaveURL(HOME);
    await expect(page).toHaveTitle(title);
    await expect(cardOf(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
});

test(
  "reopens with Forward, shows a page after a reload, and returns to Home with Back",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, HOME);
    const href = await openCard(page);
    const heading = await over(page).getByRole("heading", { level: 1 }).innerText();
    await page.goBack();
    await expect(over(page)).toHaveCount(0);
    await page.goForward();
    await expect(over(page)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(new URL(href, HOME).href);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(heading);
    await page.goBack();
    await expect(agendaOf(page)).toBeVisible();
  },
);

test(
  "opens and closes once, however often the card or the close button is pressed",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "agenda"));
    await visit(page, HOME);
    const before = await page.evaluate(() => history.length);
    await cardOf(page).dblclick();
    await expect(over(page)).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    // A busy browser begins a step back long after it was asked to.
    await page.evaluate((delay) => {
      const go = history.go.bind(history);
      history.go = (steps) => void setTimeout(() => go(steps), delay);
    }, STEP_BEGINS_MS);
    await closeOf(over(page)).dblclick();
    await page.waitForTimeout(STEP_BEGINS_MS * 0.8);
    // Not `click`, which would wait for ever for a dialog that a slow machine has closed by now.
    await closeOf(over(page)).evaluateAll((all: HTMLElement[]) => all.forEach((one) => one.click()));
    await expect(over(page)).toHaveCount(0);
    // A second step back would have left Home by then.
    await page.waitForTimeout(STEP_BEGINS_MS);
    await expect(page).toHaveURL(HOME);
  },
);

test(
  "opens the last of two cards that are pressed while loading, with its own title",
  { tag: "@once" },
  async ({ page }) => {
    await page.route(/\/(agenda|spectacles)\/\d/, async (route) => {
      await new Promise((settle) => setTimeout(settle, 600));
      await route.continue();
    });
    await visit(page, HOME);
    const cards = cardsOf(page);
    const href = (await cards.nth(1).getAttribute("href")) ?? "";
    await cards.nth(0).dispatchEvent("click");
    await cards.nth(1).dispatchEvent("click");
    await expect(over(page)).toHaveCount(1);
    await expect(page).toHaveURL(new URL(href, HOME).href);
    await expect(page).toHaveTitle(/Casino de Port-Sérac/);
    const hasOwnTitle = async () =>
      (await page.title()).includes(await over(page).getByRole("heading", { level: 1 }).innerText());
    await expect.poll(hasOwnTitle).toBe(true);
  },
);

test("leads to the top of Home from any place on it by the logo", { tag: "@once" }, async ({ page }) => {
  await visit(page, HOME);
  await page.evaluate(() => scrollTo({ top: 2500, behavior: "instant" }));
  const logo = page.getByRole("banner").getByRole("link", { name: /accueil$/ });
  await expect(logo).not.toBeInViewport();
  // Scrolling up shows the header again.
  await page.evaluate(() => scrollBy({ top: -200, behavior: "instant" }));
  await expect(logo).toBeInViewport({ ratio: 1 });
  await logo.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10);
});

test("reports a detail that cannot be loaded, and keeps Home", { tag: "@once" }, async ({ page, allowComplaint }) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/);
  await visit(page, HOME);
  // A module whose loading breaks off is loaded with the whole page later.
  await untilQuiet(page);
  await page.context().setOffline(true);
  await cardOf(page).click();
  await expect(page.getByRole("alert")).toContainText("La page ne répond pas");
  await expect(page).toHaveURL(HOME);
  await page.context().setOffline(false);
  await openCard(page);
  await expect(over(page)).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("alert")).toBeHidden();
});

test(
  "leads from a detail's close link to the list if the history has no earlier page",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue"));
    await closeOf(page.getByRole("main")).click();
    await expect(page).toHaveURL(home("port-serac", "spectacles"));
  },
);

/** The first row of the agenda page. */
const rowOf = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("article").getByRole("link").first();

test("loads a detail's data once, starting at the first touch", { tag: "@once" }, async ({ page }) => {
  await visit(page, home("port-serac", "jeux"));
  const game = page.locator('main a[href="/jeux/black-jack"]');
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes(".data") && asked.push(request.url()));
  await game.dispatchEvent("pointerdown");
  await expect.poll(() => asked.length).toBe(1);
  await game.click();
  await expect(over(page)).toHaveAttribute("aria-busy", "false");
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/jeux/") && name.includes(".data"))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  // Entries from the browser's cache have no transfer size.
  expect(sizes.filter((size) => size > 0)).toHaveLength(1);
});

test("opens nothing for an `over` parameter in a directly opened address", { tag: "@once" }, async ({ page }) => {
  for (const over of ["https://evil.example/", "//evil.example/jeux/x", "/me-deconnecter", "/jeux/black-jack"]) {
    await visit(page, `${AGENDA}?over=${encodeURIComponent(over)}`);
    await page.waitForTimeout(300);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowOf(page)).toBeVisible();
  }
});

test("opens a detail as a page before React has loaded", { tag: "@once" }, async ({ page, allowComplaint }) => {
  allowComplaint(/entry\.client|Failed to load resource/);
  await page.route(/\/assets\/entry\.client/, (route) => route.abort());
  await page.goto(AGENDA, { waitUntil: "commit" });
  const href = (await rowOf(page).getAttribute("href")) ?? "";
  await rowOf(page).click();
  await expect(page).toHaveURL(new URL(href, AGENDA).href);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
});
