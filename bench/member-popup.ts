import { chromium, type Browser, type Page } from "@playwright/test";
import { ensureBrowser } from "../bin/ensure-browser.ts";
import { PASSWORD, PEOPLE } from "./demo-people.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 7;
const ACCOUNT = "dialog#account-sheet";

/**
 * The time from the click in the menu until a member's account is open and painted over the page, against loading the
 * same popup by its address. Also the menu itself, from the click on the avatar. Medians of seven in one browser.
 */
export async function memberPopup(site: RunningSite): Promise<Ratio> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
  const home = `http://${site.hostOf("port-serac")}`;
  const times = { menu: [] as number[], inPlace: [] as number[], loaded: [] as number[] };
  try {
    const page = await memberAt(browser, home);
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(`${home}/agenda`, { waitUntil: "load" });
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      await page.waitForTimeout(500);
      times.menu.push(await untilOpen(page, "dialog#menu", () => page.locator("a.masthead-member").click()));
      const account = page.locator("#menu a[href*='popup=Account']").first();
      times.inPlace.push(await untilOpen(page, ACCOUNT, () => account.click()));
      const address = `${home}/agenda?popup=Account`;
      times.loaded.push(await untilOpen(page, ACCOUNT, () => page.goto(address, { waitUntil: "commit" })));
    }
  } finally {
    await browser.close();
  }
  return ratioOf("member's account opened in place / loaded by its address", {
    a: median(times.inPlace),
    b: median(times.loaded),
    budget: 1,
    unit: "ms",
    menu: median(times.menu),
  });
}

async function memberAt(browser: Browser, home: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await page.goto(`${home}/me-connecter`);
  await page.fill("[name=email]", PEOPLE.at(-1) ?? "");
  await page.fill("[name=password]", PASSWORD);
  await page.locator("#account .form-submit").click();
  await page.waitForURL(/popup=Menu/);
  return page;
}

/** Milliseconds until a dialog is open and has had a frame to be painted. */
async function untilOpen(page: Page, dialog: string, act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  await page.waitForFunction(
    (selector) =>
      new Promise((resolve) => {
        const isOpen = document.querySelector(`${selector}:modal`) !== null;
        requestAnimationFrame(() => setTimeout(() => resolve(isOpen)));
      }),
    dialog,
  );
  return performance.now() - startedAt;
}
