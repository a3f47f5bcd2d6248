import { chromium, type Page } from "@playwright/test";
import { FAMILIES, GROUP, home } from "./places.ts";
import { expect, test } from "./watched.ts";

/**
 * The first page of every family, and the page to leave it for: another of its site, or for the group's front page a
 * venue's site.
 */
const LEFT = Object.entries(FAMILIES).map(([family, [url = ""]]) => {
  const { origin } = new URL(url);
  return { family, url, next: url === GROUP ? home("port-serac") : `${origin}/?popup=Menu` };
});

/** As visitors have it. */
test.use({ serviceWorkers: "allow" });

test("restores a page of every family from the back/forward cache", async ({ launchOptions }) => {
  // Playwright disables the back/forward cache, so this test starts its own browser.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  test.setTimeout(180_000);
  try {
    const page = await browser.newPage();
    const reasons = await reasonsAgainst(page);
    for (const { family, url, next } of LEFT) {
      await page.goto(url);
      await page.evaluate(() => {
        document.documentElement.dataset["mark"] = "left";
        addEventListener(
          "pageshow",
          ({ persisted }) => (document.documentElement.dataset["persisted"] = String(persisted)),
        );
      });
      await page.goto(next);
      await page.evaluate(() => history.back()).catch(() => undefined);
      await expect.poll(() => page.url()).toBe(url);
      const marks = () =>
        page.evaluate(() => {
          const { mark, persisted } = document.documentElement.dataset;
          return { mark, persisted };
        });
      await expect
        .poll(async () => [reasons.join(), await marks().catch(() => null)], { message: family })
        .toEqual(["", { mark: "left", persisted: "true" }]);
    }
  } finally {
    await browser.close();
  }
});

/** Collects why the browser loads pages anew on the way back. */
async function reasonsAgainst(page: Page): Promise<string[]> {
  const reasons: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
  );
  await session.send("Page.enable");
  return reasons;
}

test("the browser accepts the speculation rules", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const taken = new Promise<string>((take) =>
    session.on("Preload.ruleSetUpdated", ({ ruleSet }) => take(ruleSet.errorMessage ?? ruleSet.sourceText)),
  );
  await session.send("Preload.enable");
  await page.goto(home("port-serac"), { waitUntil: "domcontentloaded" });
  expect(await taken).toContain('"prerender"');
});
