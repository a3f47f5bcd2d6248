import type { Page, Request } from "@playwright/test";
import { buttonsOf, comesToRegister, fieldsOf, leaves, logOut, site } from "./account-steps.ts";
import { comeAs, newPerson, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf, menuOf } from "./screens.ts";
import { expect, test, untilBehaving, visit } from "./watched.ts";

test.beforeEach(({ context, forgive }) => comesToRegister(context, forgive, "fr"));

/** Opens the menu of a page that knows who is logged in, and counts how often that is asked again. */
async function opensMenu(page: Page): Promise<number> {
  await expect(avatarOf(page)).toBeVisible();
  let asked = 0;
  const count = (request: Request) => (asked += new URL(request.url()).pathname === "/session.data" ? 1 : 0);
  page.on("request", count);
  await avatarOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  // Whoever asks, asks at once: before this is asked and answered.
  await page.evaluate(() => fetch("/icon.svg").then(({ status }) => status));
  page.off("request", count);
  return asked;
}

test("the menu asks who is logged in once in thirty seconds, however many pages are gone through (§4, §9)", async ({
  page,
  context,
}) => {
  await comeAs(context, await newPerson());
  await visit(page, site(page, "agenda"));
  expect(await opensMenu(page)).toBe(1);
  await visit(page, site(page, "jeux"));
  expect(await opensMenu(page)).toBe(0);
  await page.goBack();
  await expect(menuOf(page)).toBeHidden();
  expect(await opensMenu(page)).toBe(0);
  await page.clock.setFixedTime(Date.now() + 30_000);
  await visit(page, site(page, "jeux"));
  expect(await opensMenu(page)).toBe(1);
});

for (const from of ["mon-compte", "?popup=Account"])
  test(`deleting the account from ${from} reaches the other tab (G44, G78)`, async ({ page, context }) => {
    await comeAs(context, await newPerson());
    const other = await context.newPage();
    await visit(other, home("port-serac", "agenda"));
    await expect(avatarOf(other)).toBeVisible();
    await leaves(page, from);
    await expect(avatarOf(other)).toHaveCount(0);
  });

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("the way back after logging in and out is without an error (§2.2)", async ({ page, context }) => {
    const { email } = await newPerson();
    for (const wayOut of ["in", "out"]) {
      await visit(page, home("port-serac", "me-connecter?redirect=/agenda"));
      await fieldsOf(page).email.fill(email);
      await fieldsOf(page).password.fill(PASSWORD);
      await buttonsOf(page).logIn.click();
      await expect(page).toHaveURL(home("port-serac", "agenda"));
      await untilBehaving(page);
      if (wayOut === "out") await logOut(page);
      await page.goBack();
      await untilBehaving(page);
      await context.clearCookies({ name: "user_token" });
    }
  });

  test("losing the network between two pages is without an error", async ({ page, context, forgive }) => {
    // The router cannot load the next page's code and loads the document anew, which the service worker answers.
    forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Error loading route module|dynamically imported module/);
    await visit(page, home("port-serac", "jeux"));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Agenda", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
    // Long enough for what the browser says once the page stands.
    await page.waitForTimeout(500);
  });
});
