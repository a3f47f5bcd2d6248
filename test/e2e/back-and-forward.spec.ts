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
      await expect(async () => {
        reasons.length = 0;
        expect([await leaveAndReturn(page, url, next), reasons], family).toEqual([
          { left: "yes", persisted: "true" },
          [],
        ]);
      }).toPass({ timeout: 60_000 });
    }
  } finally {
    await browser.close();
  }
});

/** Leaves a page, goes back, and returns the marks of the page that the browser shows then. */
async function leaveAndReturn(page: Page, url: string, next: string): Promise<object> {
  await page.goto(url);
  await page.evaluate(() => {
    document.documentElement.dataset["left"] = "yes";
    addEventListener(
      "pageshow",
      ({ persisted }) => (document.documentElement.dataset["persisted"] = String(persisted)),
    );
  });
  await page.goto(next);
  await page.evaluate(() => history.back()).catch(() => undefined);
  await expect.poll(() => page.url()).toBe(url);
  return page.evaluate(() => {
    const { left, persisted } = document.documentElement.dataset;
    return { left, persisted };
  });
}

/**
 * Collects why the browser loads pages anew on the way back. A busy browser sometimes gives a page up for reasons of
 * its own, so a page may try again.
 */
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
