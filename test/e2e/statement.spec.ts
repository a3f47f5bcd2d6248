import { comeAsDemo } from "./new-member.ts";
import { home } from "./places.ts";
import { menuOf } from "./screens.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

test("shows every movement of the loyalty balance, from the menu to the first one", async ({ page, context }) => {
  await comeAsDemo(context, "member");
  await page.goto(home("port-serac", "cgu?popup=Menu"));
  await menuOf(page)
    .getByRole("link", { name: /Voir le relevé/ })
    .click();
  await expect(page).toHaveURL(home("port-serac", "players-plus/releve"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes euros fidélité");
  await expect(page.getByRole("img", { name: /^Solde/ })).toBeVisible();
  await expect(page.getByText("Expirés")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const isWithin = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await isWithin()).toBe(true);

  await page.getByText("Comment fonctionnent vos euros fidélité").click();
  await expect(page.getByText("Les plus anciens s’utilisent toujours en premier.")).toBeVisible();
  await page.getByRole("link", { name: "Mouvements plus anciens" }).click();
  await expect(page.getByText("Hôtel")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Revenir aux plus récents" }).click();
  await expect(page).toHaveURL(home("port-serac", "players-plus/releve"));
});
