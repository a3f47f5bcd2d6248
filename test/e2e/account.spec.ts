import type { Locator, Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import {
  areRefused,
  arrivesAtMenu,
  button,
  buttonsOf,
  codeSentTo,
  comesToRegister,
  confirms,
  fieldsOf,
  givesIdentity,
  logIn,
  logOut,
  mailedLink,
  newAddress,
  registers,
  seesAccountAsPages,
  takesNickname,
  verifiesMobile,
} from "./account-steps.ts";
import { addressOf, DEMO_PASSWORD, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf } from "./screens.ts";
import { expect, test, visit, type AllowComplaint } from "./watched.ts";

test.beforeEach(({ context, allowComplaint }) => comesToRegister(context, allowComplaint));

test("lets a visitor register, confirm the address, log in again, verify a number and take a nickname", async ({
  page,
}) => {
  const email = newAddress();
  await test.step("registers in two steps", () => registers(page, email));
  await test.step("is not led back to the finished form", () => goesBackInVain(page, "creer-un-compte"));
  await test.step("confirms with the link in the mail", () => confirms(page, email));
  await test.step("logs out and in again", async () => {
    await logOut(page);
    await logIn(page, email, PASSWORD);
    await goesBackInVain(page, "me-connecter");
  });
  await test.step("verifies a mobile number", () => verifiesMobile(page));
  await test.step("takes a nickname", () => takesNickname(page));
  await test.step("opens the account and the picture as pages", () => seesAccountAsPages(page));
});

/** The back button leads to no finished form. What follows shows that the member is still logged in. */
async function goesBackInVain(page: Page, path: string): Promise<void> {
  await page.goBack();
  await expect(page).not.toHaveURL(new RegExp(`/${path}`));
}

test("logs in by keyboard alone", async ({ page }) => {
  const { email, password } = fieldsOf(page);
  await visit(page, home("port-serac", "me-connecter"));
  await tabsTo(page, email);
  await page.keyboard.press("Enter");
  await areRefused(email);
  await expect(email).toBeFocused();
  await page.keyboard.type(addressOf("new"));
  await page.keyboard.press("Tab");
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAttribute("type", "text");
  await password.focus();
  await page.keyboard.press("Enter");
  await arrivesAtMenu(page);
});

test("registers and secures the account by keyboard alone", async ({ page }) => {
  const { keyboard } = page;
  const fields = fieldsOf(page);
  await visit(page, home("port-serac", "creer-un-compte"));
  await tabsTo(page, page.getByRole("radiogroup").getByRole("radio"));
  await keyboard.press("ArrowRight");
  await expect(fields.civility(1)).toBeChecked();
  for (const [one, words] of [
    [fields.lastname, "Delmas-Ferré"],
    [fields.firstname, "Élodie"],
    [fields.birthday, "17051990"],
  ] as const) {
    await tabsTo(page, one);
    await keyboard.type(words);
  }
  await keyboard.press("Enter");
  await expect(fields.email).toBeFocused();
  await keyboard.type(newAddress());
  await tabsTo(page, fields.password);
  await keyboard.type(PASSWORD);
  await tabsTo(page, fields.terms);
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await arrivesAtMenu(page);
  await visit(page, home("port-serac", "phone-define"));
  await tabsTo(page, fields.country);
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await tabsTo(page, fields.mobile);
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await keyboard.type(number);
  await tabsTo(page, page.getByRole("radiogroup").getByRole("radio"));
  await keyboard.press("Space");
  await keyboard.press("Enter");
  await expect(fields.code).toBeFocused();
  await keyboard.type(await codeSentTo(`+33${number.slice(1)}`));
  await arrivesAtMenu(page);
});

/** Moves by Tab only, as a person does who sees the focus. */
async function tabsTo(page: Page, wanted: Locator): Promise<void> {
  const isFocused = () => wanted.evaluateAll((all) => all.some((one) => one === document.activeElement));
  for (let stop = 0; stop < 40 && !(await isFocused()); stop += 1) await page.keyboard.press("Tab");
  expect(await isFocused()).toBe(true);
}

test("shows that it waits for a slow answer, and sends nothing on a second click or Enter", async ({ page }) => {
  const { email, password } = fieldsOf(page);
  const { logIn } = buttonsOf(page);
  await visit(page, home("port-serac", "me-connecter"));
  const goesOn = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/me-connecter**", async (route) => {
    if (route.request().method() === "POST") {
      sent += 1;
      await goesOn.promise;
    }
    await route.continue();
  });
  await email.fill(addressOf("new"));
  await password.fill(DEMO_PASSWORD);
  await logIn.hover();
  await logIn.focus();
  const before = await logIn.screenshot();
  await logIn.dblclick();
  await expect.poll(() => sent).toBe(1);
  // The button shows that it is busy.
  await expect.poll(async () => (await logIn.screenshot()).equals(before)).toBe(false);
  await password.press("Enter");
  goesOn.resolve();
  await arrivesAtMenu(page);
  expect(sent).toBe(1);
});

test("keeps what one tab has done when another tab sends the same form", async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await visit(tab, home("port-serac", "me-connecter"));
    await fieldsOf(tab).email.fill(addressOf("confirmed"));
    await fieldsOf(tab).password.fill(DEMO_PASSWORD);
  }
  await buttonsOf(page).logIn.click();
  await arrivesAtMenu(page);
  await buttonsOf(other).logIn.click();
  await expect(avatarOf(other)).toBeVisible();
  await logOut(page);
  await expect(avatarOf(other)).toHaveCount(0);
});

test("reports a missing proof of work, keeps the form, and registers once the proof is there", async ({
  page,
  allowComplaint,
}) => {
  const fields = fieldsOf(page);
  const { create } = buttonsOf(page);
  await breaksCaptcha(page, allowComplaint);
  await visit(page, home("port-serac", "creer-un-compte"));
  await givesIdentity(page);
  await fields.email.fill(newAddress());
  await fields.password.fill(PASSWORD);
  await fields.terms.check();
  await create.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Recaptcha undefined!");
  await expect(fields.password).toHaveValue(PASSWORD);
  await page.unroute("**/api/captcha");
  await create.click();
  await arrivesAtMenu(page);
});

async function breaksCaptcha(page: Page, allowComplaint: AllowComplaint): Promise<void> {
  allowComplaint(/503|captcha/);
  await page.route("**/api/captcha", (route) => route.fulfill({ status: 503, body: "" }));
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("registers in two pages and confirms the address", async ({ page }) => {
    const email = newAddress();
    const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
    await page.goto(home("port-serac", "creer-un-compte"));
    await buttons.next.click();
    await areRefused(page.getByRole("radiogroup"), fields.lastname, fields.firstname, fields.birthday);
    await fields.civility(0).check();
    await fields.lastname.fill("Petit");
    await fields.firstname.fill("Noé");
    await fields.birthday.fill("1/2/1990");
    await buttons.next.click();
    await fields.email.fill(email);
    await button(page, "Revenir à l’étape 1").click();
    await expect(fields.lastname).toHaveValue("Petit");
    await buttons.next.click();
    await fields.password.fill(PASSWORD);
    await fields.terms.check();
    await buttons.create.click();
    await arrivesAtMenu(page);
    await page.goto(await mailedLink(email, "/email-confirmation"));
    await button(page, "Confirmer mon adresse").click();
    await arrivesAtMenu(page);
  });
});
