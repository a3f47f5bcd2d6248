import type { Page, Request } from "@playwright/test";
import { buttonsOf, comesToRegister, fieldsOf, leaves, logIn, logOut } from "./account-steps.ts";
import { comeAs, newPerson, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf, isSaid, menuOf } from "./screens.ts";
import { expect, test, untilBehaving, visit } from "./watched.ts";

test.use({ serviceWorkers: "allow" });
test.beforeEach(({ context, allowComplaint }) => comesToRegister(context, allowComplaint));

/** Opens the menu of a page that knows the session. Returns how often the session was requested again. */
async function opensMenu(page: Page): Promise<number> {
  await expect(avatarOf(page)).toBeVisible();
  let asked = 0;
  const count = (request: Request) => (asked += new URL(request.url()).pathname === "/session.data" ? 1 : 0);
  page.on("request", count);
  await avatarOf(page).click();
  await expect(menuOf(page)).toBeVisible();
  // A session request would be sent at once, so it would have been counted by the time this one is answered.
  await page.evaluate(() => fetch("/icon.svg").then(({ status }) => status));
  page.off("request", count);
  return asked;
}

test("requests the session once in thirty seconds from the menu, on however many pages", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "agenda"));
  expect(await opensMenu(page)).toBe(1);
  await visit(page, home("port-serac", "jeux"));
  expect(await opensMenu(page)).toBe(0);
  await page.goBack();
  await expect(menuOf(page)).toBeHidden();
  expect(await opensMenu(page)).toBe(0);
  await page.clock.setFixedTime(Date.now() + 30_000);
  await visit(page, home("port-serac", "jeux"));
  expect(await opensMenu(page)).toBe(1);
});

test("deletes the account from its sheet, which logs out the other tab too, and restores it at the next log-in", async ({
  page,
  context,
}) => {
  const person = await newPerson();
  await comeAs(context, person);
  const other = await context.newPage();
  await visit(other, home("port-serac", "agenda"));
  await expect(avatarOf(other)).toBeVisible();
  await leaves(page);
  await expect(avatarOf(other)).toHaveCount(0);
  await logIn(page, person.email, PASSWORD);
  await isSaid(page, "Heureux de vous revoir");
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("has no error on the way back after logging in and out", async ({ page, context }) => {
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

  test("has no error when the network is lost between two pages", async ({ page, context, allowComplaint }) => {
    // The router cannot load the next page's code, so it loads the document, which the service worker answers.
    allowComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Error loading route module|dynamically imported module/);
    await visit(page, home("port-serac", "jeux"));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Agenda", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
    // Time for delayed console errors.
    await page.waitForTimeout(500);
  });
});
