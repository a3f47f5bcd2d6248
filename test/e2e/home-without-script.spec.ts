import type { Page } from "@playwright/test";
import { GROUP, home, LOCALES, PLACES } from "./places.ts";
import { expect, seeWhole, test } from "./watched.ts";

test.use({ javaScriptEnabled: false });

for (const { slug, title } of PLACES) {
  test(`${slug} reads without script, in both languages`, async ({ page }) => {
    for (const locale of LOCALES) {
      await page.goto(home(slug, `?locale=${locale}`));
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
      await expect(page.locator("#infos .week:not(.week-exceptions) li")).toHaveCount(7);
      expect(await page.locator("#agenda .card").count()).toBeGreaterThan(2);
      await expect(page.locator('.cover a[href^="tel:"]')).toBeVisible();
      await expect(page.locator("#consent")).toBeHidden();
      expect(await deadControls(page)).toEqual([]);
      await seePictures(page);
    }
  });
}

test("the hours unfold and the menu is a page, without script", async ({ page }) => {
  await page.goto(home("port-serac"));
  await page.locator("details.hours summary").click();
  await expect(page.locator(".hours-panel li").first()).toBeVisible();
  await page.locator('a[href="/?popup=Menu"]:visible').first().click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("dialog").locator("[data-close]").click();
  await expect(page).toHaveURL(home("port-serac"));
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the group's front page leads to nine casinos without script", async ({ page }) => {
  await page.goto(GROUP);
  await expect(page.locator(".group-venue")).toHaveCount(9);
  await seePictures(page);
  await page.getByRole("link", { name: /Port-Sérac/ }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(home("port-serac")));
});

/** Visible controls that would do nothing: buttons that send no form, links to nowhere. */
function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, input, [role=button]")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        if (!(control instanceof HTMLAnchorElement)) return control.closest("form") === null;
        if (control.pathname !== location.pathname || control.hash === "") return !control.href;
        return document.getElementById(decodeURIComponent(control.hash.slice(1))) === null;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
}

async function seePictures(page: Page): Promise<void> {
  await seeWhole(page);
  const missing = () =>
    page.evaluate(() =>
      [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.currentSrc || image.src),
    );
  await expect.poll(missing, { timeout: 15_000 }).toEqual([]);
}
