import { chromium } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test } from "./watched.ts";

/** Pages with and without React, with polls, and with details in place. */
const LEFT = [
  home("port-serac"),
  ...["agenda", "jeux/jackpots", "jeux/black-jack", "cgu"].map((path) => home("port-serac", path)),
];

test("every page that was left comes back as it was, from the back/forward cache", async ({ launchOptions }) => {
  // Playwright switches the back/forward cache off; a browser of our own has it.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  test.setTimeout(120_000);
  try {
    const page = await browser.newPage();
    for (const url of LEFT) {
      await page.goto(url);
      await page.evaluate(() => {
        document.documentElement.dataset["mark"] = "left";
        addEventListener(
          "pageshow",
          ({ persisted }) => (document.documentElement.dataset["persisted"] = String(persisted)),
        );
      });
      await page.goto(home("port-serac", "?popup=Menu"));
      await page.evaluate(() => history.back()).catch(() => undefined);
      await expect.poll(() => page.url()).toBe(url);
      await expect(page.locator("html"), url).toHaveAttribute("data-mark", "left");
      await expect(page.locator("html"), url).toHaveAttribute("data-persisted", "true");
    }
  } finally {
    await browser.close();
  }
});

test("the browser takes the rules", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const taken = new Promise<string>((take) =>
    session.on("Preload.ruleSetUpdated", ({ ruleSet }) => take(ruleSet.errorMessage ?? ruleSet.sourceText)),
  );
  await session.send("Preload.enable");
  await page.goto(home("port-serac"), { waitUntil: "domcontentloaded" });
  expect(await taken).toContain('"prerender"');
});
