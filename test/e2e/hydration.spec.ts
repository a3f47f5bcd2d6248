import type { Page } from "@playwright/test";
import { GROUP, home, PLACES } from "./places.ts";
import { expect, hydrate, test, visit } from "./watched.ts";

test.beforeEach(async ({ page }) => {
  // Under Save-Data nothing wakes React but the visitor, so that a test can choose the moment.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
});

for (const url of [...PLACES.map(({ slug }) => home(slug)), GROUP]) {
  test(`React comes to ${new URL(url).hostname} when it is touched, not before, and takes it over without a word`, async ({
    page,
  }) => {
    const scripts = scriptsOf(page);
    await visit(page, url);
    expect(await page.evaluate(scriptsBeforeLoad)).toEqual([]);
    expect(scripts.filter((address) => !address.includes("/assets/page-"))).toEqual([]);
    await expectSilentHydration(page);
    expect(scripts.some((address) => address.includes("/assets/entry.client-"))).toBe(true);
  });
}

test("React takes the menu's page over without a word", async ({ page }) => {
  await visit(page, home("port-serac", "?popup=Menu"));
  await expectSilentHydration(page);
  await expect(page.locator("#menu")).toBeVisible();
});

test("React wakes by itself when the page has come to rest", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: false } }));
  await page.goto(home("port-serac"));
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer")));
});

test("what a visitor has begun survives hydration", async ({ page }) => {
  await visit(page, home("port-serac"));
  await page.evaluate(() => {
    document.querySelector<HTMLDetailsElement>("details.hours")?.setAttribute("open", "");
    document.querySelector<HTMLDetailsElement>("#consent details")?.setAttribute("open", "");
    const measure = document.querySelector<HTMLInputElement>("#consent [name=measure]");
    if (measure) measure.checked = true;
    document.querySelector("#agenda-slides")?.scrollTo({ left: 300, behavior: "instant" });
    scrollTo({ top: 700, behavior: "instant" });
  });
  const begun = () =>
    page.evaluate(() => ({
      hours: document.querySelector<HTMLDetailsElement>("details.hours")?.open,
      choice: document.querySelector<HTMLDetailsElement>("#consent details")?.open,
      measure: document.querySelector<HTMLInputElement>("#consent [name=measure]")?.checked,
      isBannerShown: document.querySelector<HTMLElement>("#consent")?.hidden === false,
      pill: document.querySelector("[data-hours-state]")?.textContent,
      slides: document.querySelector("#agenda-slides")?.scrollLeft,
      top: scrollY,
    }));
  await page.waitForTimeout(600);
  const before = await begun();
  expect(before).toMatchObject({ hours: true, choice: true, measure: true, isBannerShown: true, top: 700 });
  await hydrate(page);
  await page.waitForTimeout(200);
  expect(await begun()).toEqual(before);
});

test("no event is lost while React takes the page over", async ({ page }) => {
  await visit(page, home("port-serac"));
  const { sent, heard } = await page.evaluate(async () => {
    const control = document.querySelector("#agenda-slides");
    const counts = { sent: 0, heard: 0 };
    control?.addEventListener("keydown", () => counts.heard++);
    const isHydrated = () => Object.keys(document).some((key) => key.startsWith("__reactContainer"));
    // What React's hydration root listens to, sent without a pause until a while after it stands.
    for (let left = 60; left > 0; left -= isHydrated() ? 1 : 0) {
      counts.sent++;
      control?.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
      await new Promise((settle) => setTimeout(settle));
    }
    return counts;
  });
  expect(heard).toBe(sent);
});

test("the first click does its work although React is still asleep", async ({ page }) => {
  await page.goto(home("port-serac"));
  await page.locator("[data-sheet=menu]:visible").first().click();
  await expect(page.locator("#menu")).toBeVisible();
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer")));
  await expect(page.locator("#menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("#menu")).toBeHidden();
});

test("a page sets no cookie of its own accord and keeps nothing in the browser's stores", async ({ page, context }) => {
  await page.goto(home("port-serac"));
  await hydrate(page);
  expect(await context.cookies()).toEqual([]);
  const kept = await page.evaluate(() => ({ cookie: document.cookie, local: localStorage.length }));
  expect(kept).toEqual({ cookie: "", local: 0 });
});

/** The watch hears React's complaints; this sees that no word of the page changed. */
async function expectSilentHydration(page: Page): Promise<void> {
  const before = await visibleWords(page);
  await hydrate(page);
  await page.waitForTimeout(200);
  expect(await visibleWords(page)).toEqual(before);
}

function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  return scripts;
}

/** Runs in the page: scripts that were asked for before the page had loaded. */
function scriptsBeforeLoad(): string[] {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return resources
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime < (navigation?.loadEventStart ?? 0))
    .map(({ name }) => name);
}

/** The page's words without those that change by themselves. */
function visibleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const moving of copy.querySelectorAll("script, style, [data-megapot]")) moving.remove();
    return (copy.textContent ?? "").split(/\s+/).filter(Boolean);
  });
}
