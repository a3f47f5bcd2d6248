import { randomInt } from "node:crypto";
import { home } from "./places.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(async ({ context }) => {
  await withConsentGiven(context);
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
});

test("a member reads every movement of the loyalty balance, from the menu to the first", async ({ page }) => {
  await visit(page, home("port-serac", "me-connecter"));
  await page.fill("[name=email]", "member@demo.belrive.example");
  await page.fill("[name=password]", "Belrive!2026");
  await page.locator("#account .form-submit:visible").click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  await page.locator('a[href="/players-plus/releve"]:visible').click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes euros fidélité");
  await expect(page.getByRole("img", { name: /^Solde/ })).toBeVisible();
  await expect(page.getByText("Arrivés à échéance")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await isWithin()).toBe(true);

  await page.getByText("Comment vivent vos euros fidélité").click();
  await expect(page.getByText("Les plus anciens s’utilisent toujours en premier.")).toBeVisible();
  await page.getByRole("link", { name: "Mouvements plus anciens" }).click();
  await expect(page.getByText("Hôtel")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Revenir aux plus récents" }).click();
  await expect(page).toHaveURL(home("port-serac", "players-plus/releve"));
});
