import { randomInt } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { axeFaults, expect, visit, withConsentGiven, type Forgive } from "./watched.ts";

export const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
export const PASSWORD = "Opale-Marine!47";
/** A refused form is answered with its status, which the browser reports. */
const REFUSED = /\b(400|401|422)\b/;
export const LANGUAGES = ["fr", "en"] as const;
type Language = (typeof LANGUAGES)[number];

const spoken = new WeakMap<BrowserContext, Language>();

/** A visitor of one language from a place of their own, so that limits of one test do not meet another, nor the last run's. */
export async function comesToRegister(context: BrowserContext, forgive: Forgive, language: Language): Promise<void> {
  spoken.set(context, language);
  forgive(REFUSED);
  await withConsentGiven(context);
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
}

const languageOf = (page: Page): Language => spoken.get(page.context()) ?? "fr";
export const site = (page: Page, path: string) =>
  home("port-serac", `${path}${path.includes("?") ? "&" : "?"}locale=${languageOf(page)}`);
export const said = (page: Page, french: string, english: string) => (languageOf(page) === "fr" ? french : english);
export const submit = (page: Page) => page.locator("#account .form-submit:visible");
export const newAddress = () => `e2e-${Date.now()}-${randomInt(1e6)}@example.test`;

/** The screen is without fault, shown and read as it stands; axe reads each width in one language. */
export async function isSound(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 900;
  if (isNarrow === (languageOf(page) === "fr")) expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

/** The link of the newest mail to an address, once it is there. */
export async function mailedLink(address: string, path: string): Promise<string> {
  const links = () =>
    fetch(`${SANDBOX}/api/mail?to=${encodeURIComponent(address)}`, { headers: ALONE })
      .then((answer) => answer.json() as Promise<{ text: string }[]>)
      .then((mails) => mails.flatMap(({ text }) => text.match(/http\S+/g) ?? []).filter((link) => link.includes(path)));
  await expect.poll(async () => (await links()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return (await links())[0] ?? "";
}

export async function codeSentTo(number: string): Promise<string> {
  const answer = await fetch(`${SANDBOX}/api/sms?to=${encodeURIComponent(number)}`, { headers: ALONE });
  const [newest] = (await answer.json()) as { text: string }[];
  return /\d{4}/.exec(newest?.text ?? "")?.[0] ?? "";
}

export async function arrivesAtMenu(page: Page): Promise<void> {
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
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

export async function logOut(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Menu"));
  await page.locator('form[action="/me-deconnecter"] button:visible').first().click();
  await expect(page).toHaveURL((url) => url.pathname === "/" && url.search === "");
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
}

/** The first step of the registration, whole and right. */
export async function givesIdentity(page: Page): Promise<void> {
  await page.locator(".field-choices label").first().click();
  await page.fill("[name=lastname]", "Petit");
  await page.fill("[name=firstname]", "Noé");
  await page.fill("[name=birthday]", "01/02/1990");
  await submit(page).click();
}

export async function registers(page: Page, email: string): Promise<void> {
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
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
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

export async function confirms(page: Page, email: string): Promise<void> {
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

export async function verifiesMobile(page: Page): Promise<void> {
  await visit(page, site(page, "phone-define"));
  await expect(submit(page)).toBeDisabled();
  await isKnownToPasswordManagers(page, { device: "tel" });
  await hasFlagOfPrefix(page);
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await page.locator("[name=device]").pressSequentially(number);
  await expect(submit(page)).toBeEnabled();
  // The question about offers may stay without an answer.
  await expect(page.getByRole("radiogroup")).toBeVisible();
  await isSound(page);
  await submit(page).click();
  const code = page.locator("[name=otp]");
  await expect(code).toBeFocused();
  await isKnownToPasswordManagers(page, { otp: "one-time-code" });
  await expect(page.locator("button[disabled]", { hasText: /\d+ s$/ })).toBeVisible();
  await isSound(page);
  await comesBackToCode(page, number);
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

/** Of a country that is not offered there is none, and the button waits. */
async function hasFlagOfPrefix(page: Page): Promise<void> {
  const flag = (country: string) =>
    expect(page.locator("[data-country]:visible")).toHaveAttribute("data-country", country);
  for (const [typed, country] of [
    ["+41 79 123 45 67", "CH"],
    ["+44 7911 123456", ""],
    ["0032470123456", "BE"],
    ["06", "BE"],
    ["+33", "FR"],
  ] as const) {
    await page.fill("#field-device", typed);
    await flag(country);
    if (country === "") await expect(submit(page)).toBeDisabled();
    if (country === "") await isSound(page);
  }
  await page.fill("#field-device", "");
}

/** Whoever went to read the message finds the code's field again, by every way. */
async function comesBackToCode(page: Page, number: string): Promise<void> {
  const code = page.locator("[name=otp]");
  await page.goBack();
  await expect(page.locator("#field-device")).toHaveValue(number);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goForward();
  await expect(code).toBeFocused();
  await page.reload();
  await expect(code).toBeVisible();
  await page.getByRole("button", { name: said(page, "Changer de numéro", "Change number") }).click();
  await expect(page.locator("#field-device")).toHaveValue(number);
  await submit(page).click();
  await expect(page.locator("#account [role=status]").first()).toContainText(
    said(page, "Le code déjà envoyé reste valable", "The code that was sent is still valid"),
  );
  await expect(code).toBeFocused();
}

/** As the clipboard gives it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator("[name=otp]").evaluate((field, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", words);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export async function takesNickname(page: Page): Promise<void> {
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
export async function changesAvatar(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Menu"));
  await page.locator("#menu:modal [name=avatar]").setInputFiles("public/icon-192.png");
  const face = page.locator(".masthead-member img");
  await expect(face).toHaveAttribute("src", /^\/media\/avatars\//, { timeout: 60_000 });
  await isSound(page);
}

/** The account and the picture as pages of their own, where no popup is opened for them. */
export async function seesAccountAsPages(page: Page): Promise<void> {
  for (const path of ["mon-compte", "mon-compte/photo"]) {
    await visit(page, site(page, path));
    await expect(page.locator("#account h1")).toBeVisible();
    await isSound(page);
  }
}

/** Deletes the account; the screen says until when a log-in has it back (G78), and nobody is logged in any more. */
export async function leaves(page: Page, password: string, from = "mon-compte"): Promise<void> {
  await visit(page, site(page, from));
  const leaving = page.locator(".account-delete:visible");
  await leaving.locator("summary").click();
  for (const field of await leaving.locator("input[type=password]").all()) await field.fill(password);
  await leaving.getByRole("button", { name: said(page, "Supprimer", "Delete") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(said(page, "Au revoir", "Goodbye"));
  await expect(page.locator("#account [role=status]")).toContainText(String(yearIn(30)));
  await expect(page.locator(".masthead-member")).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
  await isSound(page);
}

function yearIn(days: number): number {
  return new Date(Date.now() + days * 86_400_000).getFullYear();
}

export async function choosesContact(page: Page): Promise<void> {
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

export async function changesPassword(page: Page): Promise<void> {
  await visit(page, site(page, "?popup=Account"));
  const form = page.locator("form:has([name=current_password]):visible");
  await form.locator("[name=current_password]").fill(PASSWORD);
  await form.locator("[name=password]").fill("Voile-Blanche!12");
  await form.getByRole("button", { name: said(page, "Enregistrer", "Save") }).click();
  await expect(form.getByRole("status").first()).toContainText(
    said(page, "Mot de passe modifié avec succès", "Password successfully changed"),
  );
}

export async function recovers(page: Page, email: string): Promise<void> {
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
  await isSound(page);
  await page
    .locator("#account")
    .getByRole("link", { name: said(page, "Me connecter", "Log in") })
    .click();
  await expect(page).toHaveURL(/me-connecter/);
}
