import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { menuOf } from "./screens.ts";
import { expect, hydrate, test, untilHydrated, visit } from "./watched.ts";

/** With Save-Data only the visitor starts React, so that the test can choose the moment. */
async function keepReactAsleep(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true }),
  );
}

/** A page without details in place and without a script of its own. */
const TERMS = home("port-serac", "cgu");

test("starts React by itself when the page is idle, and sets no cookie", async ({ page, context }) => {
  await page.goto(TERMS);
  await untilHydrated(page);
  expect(await context.cookies()).toEqual([]);
  const kept = await page.evaluate(() => ({ cookie: document.cookie, local: localStorage.length }));
  expect(kept).toEqual({ cookie: "", local: 0 });
});

test("takes taps on the first screen of Home before the blocks below work", async ({ page }) => {
  await keepReactAsleep(page);
  await page.goto(home("port-serac"));
  await page.evaluate(() => {
    const hydratedBlocks = () =>
      [...document.querySelectorAll(".late-block > *")].filter((block) =>
        Object.keys(block).some((key) => key.startsWith("__reactFiber$")),
      ).length;
    const { dataset } = document.documentElement;
    new MutationObserver(() => (dataset["blocksAtFirst"] ??= String(hydratedBlocks()))).observe(
      document.documentElement,
      { attributeFilter: ["data-hydrated"] },
    );
  });
  await hydrate(page);
  await expect(page.locator("html")).toHaveAttribute("data-blocks-at-first", "0");
});

test("shows for how many to book before React has started, and takes the choice once the link heeds it", async ({
  page,
}) => {
  await keepReactAsleep(page);
  await page.goto(home("port-serac", "restauration/la-brasserie-du-quai"));
  const party = page.getByRole("combobox", { name: "Nombre de personnes" });
  await expect(party).toBeVisible();
  await expect(party).toBeDisabled();
  await hydrate(page);
  await party.selectOption("4 pers.");
  await expect(page.getByRole("link", { name: "Réserver" })).toHaveAttribute("href", /personnes=4/);
});

test("keeps what a visitor has begun through hydration", async ({ page }) => {
  await keepReactAsleep(page);
  await visit(page, TERMS);
  await page.evaluate(() => {
    document.querySelector<HTMLDetailsElement>("#consent details")?.setAttribute("open", "");
    const measure = document.querySelector<HTMLInputElement>("#consent [name=measure]");
    if (measure) measure.checked = true;
    scrollTo({ top: 300, behavior: "instant" });
  });
  const begun = () =>
    page.evaluate(() => ({
      choice: document.querySelector<HTMLDetailsElement>("#consent details")?.open,
      measure: document.querySelector<HTMLInputElement>("#consent [name=measure]")?.checked,
      isBannerShown: document.querySelector<HTMLElement>("#consent")?.hidden === false,
      top: scrollY,
    }));
  const before = await begun();
  expect(before).toEqual({ choice: true, measure: true, isBannerShown: true, top: 300 });
  await hydrate(page);
  await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => requestAnimationFrame(settle))));
  expect(await begun()).toEqual(before);
});

test("requests all modules of a form at once", async ({ page }) => {
  const asked: string[] = [];
  // No request is answered, so no module can request its imports.
  await page.route(/\/assets\/.*\.js$/, (route) => void asked.push(route.request().url()));
  await page.goto(home("port-serac", "creer-un-compte"));
  await expect.poll(() => asked.some((address) => address.includes("/entry.client-"))).toBe(true);
});

test("loses no event during hydration", async ({ page }) => {
  await keepReactAsleep(page);
  await visit(page, TERMS);
  const { sent, heard } = await page.evaluate(async () => {
    const control = document.querySelector("#consent summary");
    const counts = { sent: 0, heard: 0 };
    control?.addEventListener("keydown", () => counts.heard++);
    const isHydrated = () => Object.keys(document).some((key) => key.startsWith("__reactContainer"));
    // Sends the events that React's root listens to, without a pause, until some time after hydration.
    for (let left = 60; left > 0; left -= isHydrated() ? 1 : 0) {
      counts.sent++;
      control?.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
      await new Promise((settle) => setTimeout(settle));
    }
    return counts;
  });
  expect(heard).toBe(sent);
});

test("handles the first click before React has started", async ({ page }) => {
  await page.goto(TERMS);
  await page.getByRole("link", { name: "Menu", exact: true }).click();
  await expect(menuOf(page)).toBeVisible();
  await untilHydrated(page);
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menuOf(page)).toBeHidden();
});

/** Replaces a module by a component that throws. */
async function breakModule(page: Page, name: string): Promise<void> {
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: 'const broken = () => { throw new Error("broken on purpose"); }; export { broken as default };',
    }),
  );
}

test("loads a page as a document if its data cannot be loaded", async ({ page, allowComplaint }) => {
  allowComplaint(/500/);
  await visit(page, TERMS);
  await page.route(/\/agenda\.data/, (route) => route.fulfill({ status: 500, body: "broken on purpose" }));
  const document = page.waitForRequest(
    (asked) => asked.isNavigationRequest() && asked.url() === home("port-serac", "agenda"),
  );
  await page.getByRole("navigation").getByRole("link", { name: "Agenda" }).first().click();
  await document;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("reloads a page that breaks in the browser once, then shows an error with a link home", async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/broken on purpose|Minified React error|Trusted(HTML|Script)/);
  await breakModule(page, "agenda.route");
  let documents = 0;
  page.on("request", (asked) => (documents += asked.isNavigationRequest() ? 1 : 0));
  await page.goto(home("port-serac", "agenda"));
  await expect(page.getByRole("link", { name: "Revenir à l’accueil" })).toBeVisible();
  expect(documents).toBeLessThanOrEqual(3);
  await page.getByRole("link", { name: "Revenir à l’accueil" }).click();
  await expect(page).toHaveURL(home("port-serac"));
});

test("replaces a layout that breaks in the browser by a page without script", async ({ page, allowComplaint }) => {
  allowComplaint(/broken on purpose|Minified React error|Trusted(HTML|Script)/);
  await breakModule(page, "venue-layout.route");
  await page.goto(TERMS);
  await expect(page).toHaveURL(home("port-serac", "stopped"));
  await expect(page.getByRole("heading", { name: "Cette page s’est arrêtée" })).toBeVisible();
});
