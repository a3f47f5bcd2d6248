import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test, visit, withConsentGiven } from "./watched.ts";

const LIVE = "**/api/site/jackpot/MEGAPOT/live";
const AMOUNT = 1_284_503.62;
const PAGE = home("port-serac", "jeux/jackpots");

test.beforeEach(({ context }) => withConsentGiven(context));

const jackpotOf = (page: Page) => page.getByRole("region", { name: "Le Megapot, en ce moment" });
const figureOf = (page: Page) => jackpotOf(page).getByRole("img", { name: /euros$/ });
const missingOf = (page: Page) => jackpotOf(page).getByText("Montant indisponible pour l’instant");

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("counts the Megapot from 20 below up to its amount in three minutes, then on to a new amount", async ({
  page,
}) => {
  let amount = AMOUNT;
  await openAtMegapot(page, () => amount);
  const start = await shown(page);
  expect(start).toBeGreaterThanOrEqual(AMOUNT - 20);
  expect(start).toBeLessThan(AMOUNT - 19);
  await pass(page, 90);
  expect(await shown(page)).toBeCloseTo(start + 10, -0.5);
  await pass(page, 92);
  await expect(figureOf(page)).toHaveText(/^1\s284\s503,62\s€$/);
  await expect(figureOf(page)).toHaveAttribute("aria-label", /^1\s284\s503,62\seuros$/);
  amount = AMOUNT + 8;
  // Answers take real time, whatever the page's clock says.
  await expect(async () => {
    await pass(page, 30);
    expect(await shown(page)).toBeGreaterThanOrEqual(AMOUNT);
    await expect(figureOf(page)).toHaveText(/^1\s284\s511,62\s€$/, { timeout: 100 });
  }).toPass();
});

test("says that no amount is available, and shows a later one", async ({ page }) => {
  let amount: number | null = null;
  await openAtMegapot(page, () => amount);
  await expect(missingOf(page)).toBeVisible();
  amount = AMOUNT;
  await pass(page, 61);
  await expect(figureOf(page)).toBeVisible();
  await expect(missingOf(page)).toBeHidden();
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("shows the amount at once", async ({ page }) => {
    await openAtMegapot(page);
    await expect(figureOf(page)).toHaveText(/^1\s284\s503,62\s€$/);
  });
});

async function openAtMegapot(page: Page, amount: () => number | null = () => AMOUNT): Promise<void> {
  await page.clock.install({ time: "2031-03-12T20:00:00+01:00" });
  await page.route(LIVE, (route) => route.fulfill({ json: { data: { data: { amount: amount() } } } }));
  await visit(page, home("port-serac"));
  await jackpotOf(page).scrollIntoViewIfNeeded();
  await expect(figureOf(page).or(missingOf(page)).filter({ visible: true })).toHaveCount(1);
  await page.clock.runFor(50);
}

/** Advances the page's clock at once and lets the page draw. */
async function pass(page: Page, seconds: number): Promise<void> {
  await page.clock.fastForward(seconds * 1000);
  await page.clock.runFor(100);
}

/** The displayed amount as a number. */
async function shown(page: Page): Promise<number> {
  const text = (await figureOf(page).textContent()) ?? "";
  return Number(text.replace(",", ".").replaceAll(/[^\d.]/g, ""));
}

test.describe("a machine's jackpots", () => {
  const field = (page: Page) => page.getByRole("textbox", { name: "Rechercher une machine" });
  const rows = (page: Page) => page.getByRole("table").getByRole("row");

  test("are looked up while a number is typed; an empty field shows the latest again", async ({ page }) => {
    await visit(page, `${PAGE}?tab=week`);
    await page.getByRole("link", { name: "Les plus récents" }).click();
    await expect(page).toHaveURL(PAGE);
    const slot = /\d+/.exec(await rows(page).nth(1).getByRole("rowheader").innerText())?.[0] ?? "";
    const before = await page.evaluate(() => history.length);
    await field(page).pressSequentially(slot, { delay: 50 });
    await expect(page).toHaveURL(`${PAGE}?slot=${slot}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText(slot);
    await expect(page.getByRole("status").filter({ hasText: /jackpot/ })).toHaveCount(1);
    await expect(field(page)).toBeFocused();
    await field(page).fill("");
    await expect(page).toHaveURL(PAGE);
    expect(await page.evaluate(() => history.length)).toBe(before);
  });

  test("report that they cannot be loaded, and load on request", async ({ page, allowComplaint }) => {
    allowComplaint(/jackpots\.data|Failed to load resource/);
    const data = /\/jeux\/jackpots\.data/;
    await visit(page, PAGE);
    await page.route(data, (route) => route.abort());
    await field(page).fill("9");
    await field(page).press("Enter");
    await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.unroute(data);
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page).toHaveURL(`${PAGE}?slot=9`);
    await expect(page.getByRole("table")).toBeVisible();
    await expect(page.locator(".jackpots-list")).toBeFocused();
  });

  test("load by themselves once the network is back", async ({ page, context, allowComplaint }) => {
    allowComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource|fetching the script/);
    await visit(page, PAGE);
    await context.setOffline(true);
    await field(page).fill("9");
    await expect(page.getByRole("button", { name: "Réessayer" })).toBeVisible();
    await context.setOffline(false);
    await expect(page).toHaveURL(`${PAGE}?slot=9`);
    await expect(page.getByRole("table")).toBeVisible();
  });

  test("need no script", async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, locale: "fr-FR" });
    await page.goto(PAGE);
    await field(page).fill("9");
    await field(page).press("Enter");
    await expect(page).toHaveURL(`${PAGE}?slot=9`);
    await page.close();
  });
});
