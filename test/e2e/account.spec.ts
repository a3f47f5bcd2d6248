import type { Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import {
  arrivesAtMenu,
  changesAvatar,
  changesPassword,
  choosesContact,
  codeSentTo,
  comesToRegister,
  confirms,
  givesIdentity,
  LANGUAGES,
  leaves,
  logIn,
  logOut,
  mailedLink,
  newAddress,
  PASSWORD,
  recovers,
  registers,
  said,
  seesAccountAsPages,
  site,
  submit,
  takesNickname,
  verifiesMobile,
} from "./account-steps.ts";
import { home } from "./places.ts";
import { expect, test, visit, type Forgive } from "./watched.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const language of LANGUAGES)
  test(`in ${language}, a visitor becomes a member and manages the account, from registration to a new password`, async ({
    page,
    context,
    forgive,
  }) => {
    test.setTimeout(240_000);
    await comesToRegister(context, forgive, language);
    const email = newAddress();
    await test.step("registers in two steps", () => registers(page, email));
    await test.step("is not led back into the form that is done", () => goesBackInVain(page, "creer-un-compte"));
    await test.step("confirms by the mail's link", () => confirms(page, email));
    await test.step("logs out and in again", async () => {
      await logOut(page);
      await logIn(page, email, PASSWORD);
      await goesBackInVain(page, "me-connecter");
    });
    await test.step("verifies a mobile", () => verifiesMobile(page));
    await test.step("takes a nickname", () => takesNickname(page));
    await test.step("shows a face", () => changesAvatar(page));
    await test.step("chooses how to be written to", () => choosesContact(page));
    await test.step("sees the account and the picture as pages", () => seesAccountAsPages(page));
    await test.step("changes the password", () => changesPassword(page));
    await test.step("logs out, forgets it and sets a new one", async () => {
      await logOut(page);
      await recovers(page, email);
      await logIn(page, email, "Falaise-Craie!58");
    });
    await test.step("deletes the account, and thinks better of it", async () => {
      await leaves(page, "Falaise-Craie!58");
      await logIn(page, email, "Falaise-Craie!58");
      await expect(page.locator(".toast")).toContainText(said(page, "Heureux de vous revoir", "Welcome back"));
    });
  });

/** What is done is over: the way back leads to no form of it, and the member stays one (section 2.2). */
async function goesBackInVain(page: Page, path: string): Promise<void> {
  await page.goBack();
  await expect(page).not.toHaveURL(new RegExp(`/${path}`));
  await visit(page, site(page, "?popup=Menu"));
  await expect(page.locator(".masthead-member")).toBeVisible();
}

/** The rest is the same at every width, and seen on a phone. */
const isDesk = ({ viewport }: { viewport: { width: number } | null }) => (viewport?.width ?? 0) >= 900;
test.describe("at one width", () => {
  test.skip(isDesk, "seen on a phone");
  test.beforeEach(({ context, forgive }) => comesToRegister(context, forgive, "fr"));

  test("logging in needs nothing but the keyboard", async ({ page }) => {
    await visit(page, site(page, "me-connecter"));
    await tabsTo(page, "email");
    await page.keyboard.press("Enter");
    await expect(page.locator("[name=email]")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("[name=email]")).toBeFocused();
    await page.keyboard.type("new@demo.belrive.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Belrive!2026");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator("[name=password]")).toHaveAttribute("type", "text");
    await page.locator("[name=password]").focus();
    await page.keyboard.press("Enter");
    await arrivesAtMenu(page);
  });

  test("registering and securing the account need nothing but the keyboard", async ({ page }) => {
    test.setTimeout(120_000);
    const { keyboard } = page;
    await visit(page, site(page, "creer-un-compte"));
    await tabsTo(page, "civility_id");
    await keyboard.press("ArrowRight");
    await expect(page.getByRole("radio").nth(1)).toBeChecked();
    for (const [field, words] of [
      ["lastname", "Delmas-Ferré"],
      ["firstname", "Élodie"],
      ["birthday", "17051990"],
    ] as const) {
      await tabsTo(page, field);
      await keyboard.type(words);
    }
    await keyboard.press("Enter");
    await expect(page.locator("[name=email]")).toBeFocused();
    await keyboard.type(newAddress());
    await tabsTo(page, "password");
    await keyboard.type(PASSWORD);
    await tabsTo(page, "terms");
    await keyboard.press("Space");
    await keyboard.press("Enter");
    await arrivesAtMenu(page);
    await visit(page, site(page, "phone-define"));
    await tabsTo(page, "country");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowUp");
    await tabsTo(page, "device");
    const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
    await keyboard.type(number);
    await tabsTo(page, "optins");
    await keyboard.press("Space");
    await keyboard.press("Enter");
    await expect(page.locator("[name=otp]")).toBeFocused();
    await keyboard.type(await codeSentTo(`+33${number.slice(1)}`));
    await arrivesAtMenu(page);
  });

  /** By Tab alone, as somebody does who sees where the focus is. */
  async function tabsTo(page: Page, name: string): Promise<void> {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    for (let stop = 0; stop < 40 && (await focused()) !== name; stop += 1) await page.keyboard.press("Tab");
    expect(await focused()).toBe(name);
  }

  test("a slow answer is waited for in sight, and neither a second click nor another field's Enter sends anything", async ({
    page,
  }) => {
    await visit(page, site(page, "me-connecter"));
    let sent = 0;
    await page.route("**/me-connecter**", async (route) => {
      if (route.request().method() === "POST") {
        sent += 1;
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      }
      await route.continue();
    });
    await page.fill("[name=email]", "new@demo.belrive.example");
    await page.fill("[name=password]", "Belrive!2026");
    await submit(page).dblclick();
    const waiting = page.locator("#account form[data-waiting]");
    await expect(waiting).toHaveCount(1);
    await page.locator("[name=password]").press("Enter");
    await expect(waiting).toHaveCount(1);
    await arrivesAtMenu(page);
    expect(sent).toBe(1);
  });

  test("what one tab has done, another's form neither undoes nor fails on", async ({ page, context }) => {
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await visit(tab, site(tab, "me-connecter"));
      await tab.fill("[name=email]", "confirmed@demo.belrive.example");
      await tab.fill("[name=password]", "Belrive!2026");
    }
    await submit(page).click();
    await arrivesAtMenu(page);
    await submit(other).click();
    await expect(other.locator(".masthead-member")).toBeVisible();
    await logOut(page);
    await expect(other.locator(".masthead-member")).toHaveCount(0);
  });

  test("without its proof of work the registration says so, keeps everything and goes once it is there", async ({
    page,
    forgive,
  }) => {
    await breaksCaptcha(page, forgive);
    await visit(page, site(page, "creer-un-compte"));
    await givesIdentity(page);
    await page.fill("[name=email]", newAddress());
    await page.fill("[name=password]", PASSWORD);
    await page.locator("[name=terms]").check();
    await submit(page).click();
    await expect(page.locator("#account [role=alert]")).toContainText("Recaptcha undefined!");
    await expect(page.locator("[name=password]")).toHaveValue(PASSWORD);
    await page.unroute("**/api/captcha");
    await submit(page).click();
    await arrivesAtMenu(page);
  });

  async function breaksCaptcha(page: Page, forgive: Forgive): Promise<void> {
    forgive(/503|captcha/);
    await page.route("**/api/captcha", (route) => route.fulfill({ status: 503, body: "" }));
  }

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("the steps of registration, recovery and log-in are pages", async ({ page }) => {
      const email = newAddress();
      await page.goto(site(page, "creer-un-compte"));
      await submit(page).click();
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(4);
      await page.locator(".field-choices label").first().click();
      await page.fill("[name=lastname]", "Petit");
      await page.fill("[name=firstname]", "Noé");
      await page.fill("[name=birthday]", "1/2/1990");
      await submit(page).click();
      await page.fill("[name=email]", email);
      await page.getByRole("button", { name: said(page, "Revenir à l’étape 1", "Back to step 1") }).click();
      await expect(page.locator("[name=lastname]")).toHaveValue("Petit");
      await submit(page).click();
      await page.fill("[name=password]", PASSWORD);
      await page.locator("[name=terms]").check();
      await submit(page).click();
      await arrivesAtMenu(page);
      await page.goto(await mailedLink(email, "/email-confirmation"));
      await submit(page).click();
      await arrivesAtMenu(page);
      await page.context().clearCookies({ name: "user_token" });
      await page.goto(site(page, "recuperer-mon-mot-de-passe"));
      await page.fill("[name=email]", email);
      await submit(page).click();
      await expect(page.locator("[name=email]")).toBeDisabled();
      await page.goto(await mailedLink(email, "/nouveau-mot-de-passe"));
      await page.fill("[name=password]", "Falaise-Craie!58");
      await submit(page).click();
      await expect(page.locator("#account")).toContainText("Mot de passe modifié avec succès");
      await page.goto(site(page, "me-connecter"));
      await page.fill("[name=email]", email);
      await page.fill("[name=password]", "Falaise-Craie!58");
      await submit(page).click();
      await arrivesAtMenu(page);
      await page.goto(home("port-serac", "me-connecter"));
      await expect(page).toHaveURL(home("port-serac"));
    });
  });
});
