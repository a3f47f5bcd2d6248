import { randomInt } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { axeFaults, expect, test, visit, withConsentGiven, type Forgive } from "./watched.ts";

const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
const PASSWORD = "Opale-Marine!47";
/** A refused form is answered with its status, which the browser reports. */
const REFUSED = /\b(400|401|422)\b/;

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(async ({ context, forgive }) => {
  forgive(REFUSED);
  await withConsentGiven(context);
  // Each test is a place of its own, so that limits of one do not meet another, nor the last run's.
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
});

/** French on a phone, English on a desk. */
const isFrench = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;
const site = (page: Page, path: string) =>
  home("port-serac", `${path}${path.includes("?") ? "&" : "?"}locale=${isFrench(page) ? "fr" : "en"}`);
const said = (page: Page, french: string, english: string) => (isFrench(page) ? french : english);
const submit = (page: Page) => page.locator("#account .form-submit:visible");
const newAddress = () => `e2e-${Date.now()}-${randomInt(1e6)}@example.test`;

/** The screen is without fault, shown and read as it stands. */
async function isSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

/** The link of the newest mail to an address, once it is there. */
async function mailedLink(address: string, path: string): Promise<string> {
  const links = () =>
    fetch(`${SANDBOX}/api/mail?to=${encodeURIComponent(address)}`, { headers: ALONE })
      .then((answer) => answer.json() as Promise<{ text: string }[]>)
      .then((mails) => mails.flatMap(({ text }) => text.match(/http\S+/g) ?? []).filter((link) => link.includes(path)));
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return (await links())[0] ?? "";
}

async function codeSentTo(number: string): Promise<string> {
  const answer = await fetch(`${SANDBOX}/api/sms?to=${encodeURIComponent(number)}`, { headers: ALONE });
  const [newest] = (await answer.json()) as { text: string }[];
  return /\d{4}/.exec(newest?.text ?? "")?.[0] ?? "";
}

async function arrivesAtMenu(page: Page): Promise<void> {
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await visit(page, site(page, "me-connecter"));
  await isKnownToPasswordManagers(page, { email: "username", password: "current-password" });
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", password);
  await submit(page).click();
  await arrivesAtMenu(page);
}

/** What a password manager goes by: one form, the fields' own words for what they hold, and nothing against pasting. */
async function isKnownToPasswordManagers(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, holds] of Object.entries(fields))
    await expect(page.locator(`form [name=${name}]:visible`)).toHaveAttribute("autocomplete", holds);
  await expect(page.locator("form[autocomplete=off], form [onpaste]")).toHaveCount(0);
}

async function logOut(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Menu"));
  await page.locator('form[action="/me-deconnecter"] button:visible').first().click();
  await expect(page).toHaveURL((url) => url.pathname === "/" && url.search === "");
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
}

test("a visitor becomes a member and manages the account, from registration to a new password", async ({ page }) => {
  test.setTimeout(240_000);
  const email = newAddress();
  await test.step("registers in two steps", () => registers(page, email));
  await test.step("confirms by the mail's link", () => confirms(page, email));
  await test.step("logs out and in again", async () => {
    await logOut(page);
    await logIn(page, email, PASSWORD);
  });
  await test.step("verifies a mobile", () => verifiesMobile(page));
  await test.step("takes a nickname", () => takesNickname(page));
  await test.step("shows a face", () => changesAvatar(page));
  await test.step("chooses how to be written to", () => choosesContact(page));
  await test.step("changes the password", () => changesPassword(page));
  await test.step("logs out, forgets it and sets a new one", async () => {
    await logOut(page);
    await recovers(page, email);
    await logIn(page, email, "Falaise-Craie!58");
  });
});

async function registers(page: Page, email: string): Promise<void> {
  await visit(page, site(page, "creer-un-compte"));
  await isSound(page);
  await submit(page).click();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(4);
  await expect(page.getByRole("radio").first()).toBeFocused();
  await isSound(page);
  await page.locator(".field-choices label").nth(1).click();
  await page.fill("[name=lastname]", "Delmas-Ferré");
  await page.fill("[name=firstname]", "Élodie");
  await page.locator("[name=birthday]").pressSequentially("17051990");
  await expect(page.locator("[name=birthday]")).toHaveValue("17/05/1990");
  await submit(page).click();
  await expect(page.locator("[name=email]")).toBeFocused();
  await expect(submit(page)).toHaveText(said(page, "Créer mon compte", "Create My Account"));
  await isKnownToPasswordManagers(page, { email: "username", password: "new-password" });
  await page.fill("[name=email]", "nowhere");
  await page.goBack();
  await expect(page.locator("[name=lastname]")).toBeVisible();
  await expect(page.locator("[name=lastname]")).toHaveValue("Delmas-Ferré");
  await page.goForward();
  await expect(page.locator("[name=email]")).toBeVisible();
  await expect(page.locator("[name=email]")).toHaveValue("nowhere");
  await page.locator("[name=password]").pressSequentially("Opale1");
  await expect(page.locator("[data-rule][data-is-met]")).toHaveCount(2);
  await expect(submit(page)).toBeDisabled();
  await page.locator("[name=terms]").check();
  await submit(page).click();
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(2);
  await expect(page.locator("[name=email]")).toBeFocused();
  await expect(page.locator("[name=password]")).toHaveValue("Opale1");
  await isSound(page);
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", PASSWORD);
  await submit(page).click();
  await arrivesAtMenu(page);
}

async function confirms(page: Page, email: string): Promise<void> {
  const link = await mailedLink(email, "/email-confirmation");
  await page.goto(link);
  await arrivesAtMenu(page);
  await expect(page.locator(".toast")).toHaveText(
    said(page, "Email validé avec succès", "E-mail successfully confirmed"),
  );
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    said(page, "Ce lien ne sert plus", "This link no longer works"),
  );
  await isSound(page);
}

async function verifiesMobile(page: Page): Promise<void> {
  await visit(page, site(page, "phone-define"));
  await expect(submit(page)).toBeDisabled();
  await isKnownToPasswordManagers(page, { device: "tel" });
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await page.locator("[name=device]").pressSequentially(number);
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  await expect(page.getByRole("radiogroup")).toHaveAttribute("aria-invalid", "true");
  await isSound(page);
  await page.locator(".field-choices label").first().click();
  await submit(page).click();
  const code = page.locator("[name=otp]");
  await expect(code).toBeFocused();
  await isKnownToPasswordManagers(page, { otp: "one-time-code" });
  await expect(page.locator("button[disabled]", { hasText: /\d+ s$/ })).toBeVisible();
  await isSound(page);
  const right = await codeSentTo(`+33${number.slice(1)}`);
  await code.pressSequentially(right === "0000" ? "0001" : "0000");
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await paste(page, "12ab");
  await expect(code).toHaveValue("");
  await paste(page, right);
  await arrivesAtMenu(page);
}

/** As the clipboard gives it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator("[name=otp]").evaluate((field, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", words);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function takesNickname(page: Page): Promise<void> {
  await visit(page, site(page, "pseudo"));
  await page.fill("[name=pseudo]", "admin");
  await submit(page).click();
  await expect(page.locator("#field-pseudo-problem")).toHaveText(
    said(page, "Ce pseudo est déjà utilisé", "This nickname is already in use"),
  );
  await isSound(page);
  await page.fill("[name=pseudo]", `Élo ${randomInt(1e9)}`);
  await page.keyboard.press("Enter");
  await arrivesAtMenu(page);
}

/** What is said in passing is seen elsewhere (member-frame.spec.ts); a slow machine may take long to make a picture small. */
async function changesAvatar(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Menu"));
  await page.locator("#menu:modal [name=avatar]").setInputFiles("public/icon-192.png");
  const face = page.locator(".masthead-member img");
  await expect(face).toHaveAttribute("src", /^\/media\/avatars\//, { timeout: 60_000 });
  await isSound(page);
}

async function choosesContact(page: Page): Promise<void> {
  const letter = page.locator("#account-sheet:modal [name=CANAL_LETTER]");
  await visit(page, site(page, "?popup=Account"));
  const wasTicked = await letter.isChecked();
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await letter.setChecked(!wasTicked);
  await saved;
  await visit(page, site(page, "?popup=Account"));
  await expect(letter).toBeChecked({ checked: !wasTicked });
  await isSound(page);
}

async function changesPassword(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Account"));
  const form = page.locator("[data-in-place=account-password]:visible");
  await form.locator("[name=current_password]").fill(PASSWORD);
  await form.locator("[name=password]").fill("Voile-Blanche!12");
  await form.getByRole("button", { name: said(page, "Enregistrer", "Save") }).click();
  await expect(form.getByRole("status")).toContainText(
    said(page, "Mot de passe modifié avec succès", "Password successfully changed"),
  );
}

async function recovers(page: Page, email: string): Promise<void> {
  await visit(page, site(page, "me-connecter"));
  await page.getByRole("link", { name: said(page, "Mot de passe oublié", "Forgot password?") }).click();
  await visit(page, page.url());
  await page.fill("[name=email]", email);
  await submit(page).click();
  await expect(page.locator("#account [role=status]").first()).toContainText(
    said(page, "Un e-mail vous a été envoyé", "An email has been sent to you to change your password."),
  );
  await expect(page.locator("[name=email]")).toBeDisabled();
  await isSound(page);
  const link = await mailedLink(email, "/nouveau-mot-de-passe");
  await visit(page, link);
  await isKnownToPasswordManagers(page, { password: "new-password" });
  await page.fill("[name=password]", "short");
  await submit(page).click();
  await expect(page.locator("[name=password]")).toBeFocused();
  await isSound(page);
  await page.fill("[name=password]", "Falaise-Craie!58");
  await submit(page).click();
  await expect(page.locator("#account")).toContainText(
    said(page, "Mot de passe modifié avec succès", "Password successfully changed"),
  );
  await page
    .locator("#account")
    .getByRole("link", { name: said(page, "Me connecter", "Log in") })
    .click();
  await expect(page).toHaveURL(/me-connecter/);
}

/** The rest is the same at every width, and seen on a phone. */
const isDesk = ({ viewport }: { viewport: { width: number } | null }) => (viewport?.width ?? 0) >= 900;
test.describe("at one width", () => {
  test.skip(isDesk, "seen on a phone");

  for (const provider of ["google", "facebook", "apple"] as const)
    test(`with ${provider}: refused, then new, then known`, async ({ page }) => {
      const button = page.locator(`a[href^="/connexion/${provider}"]`);
      await visit(page, site(page, "me-connecter"));
      await button.click();
      await page.getByRole("button", { name: "Refuse" }).click();
      await expect(page).toHaveURL(home("port-serac", `creer-un-compte?error=${provider}`));
      await expect(page.locator("#account [role=alert]")).toContainText(/Google|Facebook|Apple/);
      await isSound(page);
      const email = `e2e.${Date.now()}.${randomInt(1e6)}@gmail.com`;
      await button.click();
      await introduces(page, email);
      await expect(page).toHaveURL(home("port-serac", "creer-un-compte-form"));
      await expect(page.locator("[name=firstname]")).toHaveValue("Margaux");
      await finishesRegistration(page);
      await arrivesAtMenu(page);
      await logOut(page);
      await visit(page, site(page, "me-connecter"));
      await button.click();
      await introduces(page, email);
      await arrivesAtMenu(page);
    });

  test("a provider whose word is not enough: the account's password once, then it opens the account until it is ended there", async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000);
    const email = newAddress();
    await registers(page, email);
    await confirms(page, email);
    await logOut(page);
    const button = page.locator('a[href^="/connexion/facebook"]');
    await visit(page, site(page, "me-connecter"));
    await button.click();
    await introduces(page, email);
    await expect(page).toHaveURL(home("port-serac", "connexion/relier"));
    await visit(page, page.url());
    await isSound(page);
    await page.fill("[name=password]", "Wrong-Word!12");
    await submit(page).click();
    await expect(page.locator("#account [role=alert]")).toBeVisible();
    await page.fill("[name=password]", PASSWORD);
    await submit(page).click();
    await arrivesAtMenu(page);
    await logOut(page);
    await visit(page, site(page, "me-connecter"));
    await button.click();
    await introduces(page, email);
    await arrivesAtMenu(page);
    await endsAtFacebook(request, email);
    await visit(page, site(page, "agenda"));
    await expect(page.locator(".masthead-member")).toHaveCount(0);
  });

  /** The button of the sandbox's page, which tells the site as Facebook does. */
  async function endsAtFacebook(request: APIRequestContext, email: string): Promise<void> {
    const page = await (await request.get(`${SANDBOX}/sign-in`)).text();
    const sub = new RegExp(`name="sub" value="(\\d+)"/>(?:(?!</form>).)*${email}`, "s").exec(page)?.[1] ?? "";
    const order = { sub, type: "data-deletion" };
    const told = await request.post(`${SANDBOX}/api/social/facebook/notices`, { data: order });
    expect(await told.json()).toMatchObject({ status: 200, url: expect.stringContaining("/webhooks/facebook/") });
  }

  /** On the provider's page, as somebody who shares no birthday. */
  async function introduces(page: Page, email: string): Promise<void> {
    await expect(page).toHaveURL(new RegExp(`^${SANDBOX}`));
    await page.getByLabel("First name").fill("Margaux");
    await page.getByLabel("Last name").fill("Lefèvre");
    await page.getByLabel(/^E-mail address/).fill(email);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL((url) => !url.href.startsWith(SANDBOX));
  }

  async function finishesRegistration(page: Page): Promise<void> {
    await visit(page, page.url());
    await page.locator(".field-choices label").first().click();
    await page.locator("[name=birthday]").pressSequentially("23011979");
    await submit(page).click();
    await page.locator("[name=terms]").check();
    await isSound(page);
    await submit(page).click();
  }

  test("logging in and registering need nothing but the keyboard", async ({ page }) => {
    await visit(page, site(page, "me-connecter"));
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
    while ((await focused()) !== "email") await page.keyboard.press("Tab");
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

  test("without its proof of work the registration says so, keeps everything and goes once it is there", async ({
    page,
    forgive,
  }) => {
    await breaksCaptcha(page, forgive);
    await visit(page, site(page, "creer-un-compte"));
    await page.locator(".field-choices label").first().click();
    await page.fill("[name=lastname]", "Petit");
    await page.fill("[name=firstname]", "Noé");
    await page.fill("[name=birthday]", "01/02/1990");
    await submit(page).click();
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
      await page.goto(site(page, "creer-un-compte"));
      await submit(page).click();
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(4);
      await page.locator(".field-choices label").first().click();
      await page.fill("[name=lastname]", "Petit");
      await page.fill("[name=firstname]", "Noé");
      await page.fill("[name=birthday]", "1/2/1990");
      await submit(page).click();
      await page.fill("[name=email]", newAddress());
      await page.getByRole("button", { name: said(page, "Revenir à l’étape 1", "Back to step 1") }).click();
      await expect(page.locator("[name=lastname]")).toHaveValue("Petit");
      await submit(page).click();
      await page.fill("[name=password]", PASSWORD);
      await page.locator("[name=terms]").check();
      await submit(page).click();
      await arrivesAtMenu(page);
      await page.context().clearCookies({ name: "user_token" });
      await page.goto(site(page, "recuperer-mon-mot-de-passe"));
      await page.fill("[name=email]", newAddress());
      await submit(page).click();
      await expect(page.locator("[name=email]")).toBeDisabled();
      await page.goto(site(page, "me-connecter"));
      await page.fill("[name=email]", "confirmed@demo.belrive.example");
      await page.fill("[name=password]", "Belrive!2026");
      await submit(page).click();
      await arrivesAtMenu(page);
    });
  });
});
