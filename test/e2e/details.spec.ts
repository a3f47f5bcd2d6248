import type { Locator, Page } from "@playwright/test";
import { home } from "./places.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

const HOME = home("port-serac");
const AGENDA = home("port-serac", "agenda");

test.beforeEach(({ context }) => withConsentGiven(context));

const agendaOf = (page: Page) =>
  page.getByRole("region", { name: "En ce moment dans la maison" }).getByRole("list", { name: "Agenda" });
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

test("an announcement opens over Home, which stays where it was, and every way out leads back (§2.5)", async ({
  page,
}) => {
  await visit(page, HOME);
  const title = await page.title();
  await cardOf(page).scrollIntoViewIfNeeded();
  const ways = [() => page.keyboard.press("Escape"), () => page.goBack(), () => closeOf(over(page)).click()];
  for (const leave of ways) {
    await openCard(page);
    // Playwright scrolls for its own click; from here on nothing may move.
    const top = await page.evaluate(() => scrollY);
    expect(await axeFaults(page, over(page))).toEqual([]);
    expect(await page.title()).not.toBe(title);
    await leave();
    await expect(over(page)).toHaveCount(0);
    await expect(page).toHaveURL(HOME);
    await expect(page).toHaveTitle(title);
    await expect(cardOf(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(top);
  }
});

test("forward opens it again, a reload shows it as a page, and back is Home (§2.5)", async ({ page }) => {
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
});

test(
  "however often a card or the close is pressed, it opens and closes once (§2.5)",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "agenda"));
    await visit(page, HOME);
    const before = await page.evaluate(() => history.length);
    await cardOf(page).dblclick();
    await expect(over(page)).toBeVisible();
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await closeOf(over(page)).dblclick();
    await expect(over(page)).toHaveCount(0);
    // A second step back would have left Home by the time that another page is asked for and there.
    await page.evaluate(() => fetch("/agenda").then((answer) => answer.text()));
    await expect(page).toHaveURL(HOME);
  },
);

test(
  "of two cards pressed while they come, the last one opens, with its own title",
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
    expect(await page.title()).toContain(await over(page).getByRole("heading", { level: 1 }).innerText());
  },
);

test("the logo leads to the top of Home, wherever the visitor was on it (§2.4)", { tag: "@once" }, async ({ page }) => {
  await visit(page, HOME);
  await page.evaluate(() => scrollTo({ top: 2500, behavior: "instant" }));
  const logo = page.getByRole("banner").getByRole("link", { name: /accueil$/ });
  await expect(logo).not.toBeInViewport();
  // The way up brings the header back.
  await page.evaluate(() => scrollBy({ top: -200, behavior: "instant" }));
  await expect(logo).toBeInViewport({ ratio: 1 });
  await logo.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(10);
});

test("a detail that does not come is said, and Home stays (§8)", { tag: "@once" }, async ({ page, forgive }) => {
  forgive(/ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/);
  await visit(page, HOME);
  await page.context().setOffline(true);
  await cardOf(page).click();
  await expect(page.getByRole("alert")).toContainText("La page ne répond pas");
  await expect(page).toHaveURL(HOME);
  await page.context().setOffline(false);
  await openCard(page);
  await expect(page.getByRole("alert")).toBeHidden();
});

test(
  "a detail's close link leads to the list where there is nothing to go back to (§2.5)",
  { tag: "@once" },
  async ({ page }) => {
    await visit(page, home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue"));
    await closeOf(page.getByRole("main")).click();
    await expect(page).toHaveURL(home("port-serac", "spectacles"));
  },
);

/** The first row of the agenda's page. */
const rowOf = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("article").getByRole("link").first();

test("a detail's data are fetched once, from the first touch on", { tag: "@once" }, async ({ page }) => {
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
  // What the browser takes from its cache is no transfer.
  expect(sizes.filter((size) => size > 0)).toHaveLength(1);
});

test("`over` opens nothing that is not a detail of ours, and nothing by itself", { tag: "@once" }, async ({ page }) => {
  for (const over of ["https://evil.example/", "//evil.example/jeux/x", "/me-deconnecter", "/jeux/black-jack"]) {
    await visit(page, `${AGENDA}?over=${encodeURIComponent(over)}`);
    await page.waitForTimeout(300);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(rowOf(page)).toBeVisible();
  }
});

test("before React a detail's link is its page", { tag: "@once" }, async ({ page, forgive }) => {
  forgive(/entry\.client|Failed to load resource/);
  await page.route(/\/assets\/entry\.client/, (route) => route.abort());
  await page.goto(AGENDA, { waitUntil: "commit" });
  const href = (await rowOf(page).getAttribute("href")) ?? "";
  await rowOf(page).click();
  await expect(page).toHaveURL(new URL(href, AGENDA).href);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
});
