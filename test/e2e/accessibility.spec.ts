import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { GROUP, home, PLACES } from "./places.ts";
import { expect, hydrate, seeWhole, test, visit, withConsentGiven } from "./watched.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const { slug } of PLACES) {
  test(`axe finds nothing on ${slug}`, async ({ page, context }) => {
    await withConsentGiven(context, home(slug));
    await page.goto(home(slug));
    await expectClean(page);
  });
}

test.describe("port-serac", () => {
  test.beforeEach(async ({ page, context }) => {
    await withConsentGiven(context, home("port-serac"));
    await visit(page, home("port-serac"));
    await hydrate(page);
  });

  test("axe finds nothing with the menu open", async ({ page }) => {
    await page.locator("[data-sheet=menu]:visible").first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectClean(page);
  });

  test("axe finds nothing with a picture open", async ({ page }) => {
    await page.locator("[data-lightbox] a").first().click();
    await expect(page.locator("dialog.lightbox")).toBeVisible();
    await expectClean(page);
  });

  test("axe finds nothing with the hours unfolded", async ({ page }) => {
    await page.locator("details.hours summary").click();
    await expectClean(page);
  });
});

test("axe finds nothing with the consent's choices unfolded", async ({ page }) => {
  await page.goto(home("port-serac"));
  await page.locator("#consent summary").click();
  await expect(page.locator("#consent fieldset")).toBeVisible();
  await expectClean(page);
});

test("axe finds nothing on the group's front page", async ({ page }) => {
  await page.goto(GROUP);
  await expectClean(page);
});

test("axe finds nothing on the offline page", async ({ page }) => {
  await page.goto(home("port-serac", "offline"));
  await expectClean(page);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("axe finds nothing on the menu's page", async ({ page }) => {
    await page.goto(home("port-serac", "?popup=Menu"));
    // The page's timers stand still without script, and axe paces itself by them.
    await page.evaluate(() => {
      const soon = (work: () => void) => {
        void Promise.resolve().then(work);
        return 0;
      };
      Object.assign(window, { setTimeout: soon });
    });
    await expectClean(page);
  });
});

/** Sections rise as they come into view; what has not risen yet is faint on purpose, so all of it is shown first. */
async function expectClean(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  if ((await page.getByRole("dialog").count()) === 0) await seeWhole(page);
  await page.waitForTimeout(100);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).options({ preload: false }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`);
  expect(found).toEqual([]);
}
