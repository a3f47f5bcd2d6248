import { randomInt } from "node:crypto";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { accountOf, avatarOf, field, isSaid, menuOf, saying } from "./screens.ts";
import { axeFaults, expect, visit, withConsentGiven, type AllowComplaint } from "./watched.ts";

export const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
export const PASSWORD = "Opale-Marine!47";
/** A refused form is answered with an error status, which the browser logs. */
const REFUSED = /\b(400|401|422)\b/;
export const LANGUAGES = ["fr", "en"] as const;
type Language = (typeof LANGUAGES)[number];

const spoken = new WeakMap<BrowserContext, Language>();

/**
 * A visitor with one language and an IP address of their own, so that limits of other tests or earlier runs do not
 * apply.
 */
export async function comesToRegister(
  context: BrowserContext,
  allowComplaint: AllowComplaint,
  language: Language,
): Promise<void> {
  spoken.set(context, language);
  allowComplaint(REFUSED);
  await withConsentGiven(context);
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
}

const languageOf = (page: Page): Language => spoken.get(page.context()) ?? "fr";
export const site = (page: Page, path: string) =>
  home("port-serac", `${path}${path.includes("?") ? "&" : "?"}locale=${languageOf(page)}`);
export const said = (page: Page, french: string, english: string) => (languageOf(page) === "fr" ? french : english);
/** A button of a form in the member area. */
export const button = (page: Page, french: string, english: string) =>
  page.getByRole("main").getByRole("button", { name: said(page, french, english), exact: true });
export const newAddress = () => `e2e-${Date.now()}-${randomInt(1e6)}@example.test`;

/** The fields of the member area's forms, by their labels in the visitor's language. */
export const fieldsOf = (page: Page) => ({
  civility: (at: 0 | 1) => page.getByRole("radio").nth(at),
  lastname: field(page, said(page, "Nom", "Last name")),
  firstname: field(page, said(page, "Prénom", "First name")),
  birthday: field(page, said(page, "Date de naissance", "Date of birth")),
  email: field(page, "E-mail"),
  password: field(page, said(page, "Mot de passe", "Password")),
  newPassword: field(page, said(page, "Nouveau mot de passe", "New password")),
  terms: page.getByRole("checkbox", { name: said(page, "J’accepte les", "I accept the") }),
  mobile: field(page, said(page, "Numéro de mobile", "Mobile number")),
  country: page.getByRole("combobox", { name: said(page, "Indicatif du pays", "Country code") }),
  code: field(page, said(page, "Code à 4 chiffres", "4-digit code")),
  nickname: field(page, said(page, "Pseudo", "Nickname")),
});

/** The submit button of each form. */
export const buttonsOf = (page: Page) => ({
  logIn: button(page, "Me connecter", "Log me in"),
  next: button(page, "Suivant 1/2", "Next 1/2"),
  create: button(page, "Créer mon compte", "Create My Account"),
  sendCode: button(page, "Recevoir le SMS !", "Receive the SMS!"),
  verify: button(page, "Valider", "Confirm"),
  save: button(page, "Enregistrer", "Save"),
  recover: button(page, "Envoyer le lien", "Send me the link"),
});

/** Checks the screen as it is: no overflow, no accessibility fault. axe runs at each width in one language. */
export async function isSound(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 900;
  if (isNarrow === (languageOf(page) === "fr")) expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

export async function areRefused(...fields: Locator[]): Promise<void> {
  for (const one of fields) await expect(one).toHaveAttribute("aria-invalid", "true");
}

/** Waits for the newest mail to an address and returns its link. */
export async function mailedLink(address: string, path: string): Promise<string> {
  const links = () =>
    fetch(`${SANDBOX}/api/mail?to=${encodeURIComponent(address)}`, { headers: ALONE })
      .then((answer) => answer.json() as Promise<{ text: string }[]>)
      .then((mails) => mails.flatMap(({ text }) => text.match(/http\S+/g) ?? []).filter((link) => link.includes(path)));
  // The second mail that one network asks for leaves a minute after the first.
  await expect.poll(async () => (await links()).length, { timeout: 75_000 }).toBeGreaterThan(0);
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
  const fields = fieldsOf(page);
  await isKnownToPasswordManagers(fields.email, "username");
  await isKnownToPasswordManagers(fields.password, "current-password");
  await fields.email.fill(email);
  await fields.password.fill(password);
  await buttonsOf(page).logIn.click();
  await arrivesAtMenu(page);
}

/**
 * Checks what a password manager needs: the right autocomplete value, in a form that allows it, and no barrier to
 * pasting.
 */
async function isKnownToPasswordManagers(one: Locator, holds: string): Promise<void> {
  await expect(one).toHaveAttribute("autocomplete", holds);
  const isForbidden = (input: HTMLInputElement) => input.form?.autocomplete === "off" || input.onpaste !== null;
  expect(await one.evaluate(isForbidden)).toBe(false);
}

export async function logOut(page: Page): Promise<void> {
  await visit(page, site(page, "cgu?popup=Menu"));
  await menuOf(page)
    .getByRole("button", { name: said(page, "Me déconnecter", "Log Out") })
    .click();
  await expect(page).toHaveURL((url) => url.pathname === "/" && url.search === "");
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
}

/** Fills in the first step of the registration correctly. */
export async function givesIdentity(page: Page): Promise<void> {
  const fields = fieldsOf(page);
  await fields.civility(0).check();
  await fields.lastname.fill("Petit");
  await fields.firstname.fill("Noé");
  await fields.birthday.fill("01/02/1990");
  await buttonsOf(page).next.click();
}

export async function registers(page: Page, email: string): Promise<void> {
  const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, site(page, "creer-un-compte"));
  await isSound(page);
  await buttons.next.click();
  await areRefused(page.getByRole("radiogroup"), fields.lastname, fields.firstname, fields.birthday);
  await expect(fields.civility(0)).toBeFocused();
  await isSound(page);
  await fields.civility(1).check();
  await fields.lastname.fill("Delmas-Ferré");
  await fields.firstname.fill("Élodie");
  await fields.birthday.pressSequentially("17051990");
  await expect(fields.birthday).toHaveValue("17/05/1990");
  await buttons.next.click();
  await expect(fields.email).toBeFocused();
  await expect(buttons.create).toBeVisible();
  await isKnownToPasswordManagers(fields.email, "username");
  await isKnownToPasswordManagers(fields.password, "new-password");
  await fields.email.fill("nowhere");
  await page.goBack();
  await expect(fields.lastname).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(fields.lastname).toHaveValue("Delmas-Ferré");
  await page.goForward();
  await expect(fields.email).toBeVisible();
  await expect(fields.email).toHaveValue("nowhere");
  const unmet = await looksOfRule(page);
  await fields.password.pressSequentially("Opale1");
  // The parts of the rule for a capital and a digit are met and change their look; the others do not.
  await expect
    .poll(async () => (await looksOfRule(page)).map((look, at) => look !== unmet[at]))
    .toEqual([false, true, false, true]);
  await expect(buttons.create).toBeDisabled();
  await fields.terms.check();
  await buttons.create.click();
  await areRefused(fields.email, fields.password);
  await expect(fields.email).toBeFocused();
  await expect(fields.password).toHaveValue("Opale1");
  await isSound(page);
  await fields.email.fill(email);
  await fields.password.fill(PASSWORD);
  await buttons.create.click();
  await arrivesAtMenu(page);
}

/** The colour of each part of the password rule. */
export function looksOfRule(page: Page): Promise<string[]> {
  const parts = [
    said(page, "Au moins 8 caractères", "At least 8 characters"),
    said(page, "une majuscule", "one uppercase letter"),
    said(page, "un caractère spécial", "one special character"),
    said(page, "un chiffre", "one digit"),
  ].map((part) => page.getByText(part, { exact: true }));
  return Promise.all(parts.map((part) => part.evaluate((one) => getComputedStyle(one).color)));
}

export async function confirms(page: Page, email: string): Promise<void> {
  const link = await mailedLink(email, "/email-confirmation");
  await page.goto(link);
  await arrivesAtMenu(page);
  await isSaid(page, said(page, "Email validé avec succès", "E-mail successfully confirmed"));
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    said(page, "Ce lien n’est plus valable", "This link no longer works"),
  );
  await isSound(page);
}

export async function verifiesMobile(page: Page): Promise<void> {
  const [{ mobile, code }, { sendCode }] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, site(page, "phone-define"));
  await expect(sendCode).toBeDisabled();
  await isKnownToPasswordManagers(mobile, "tel");
  await hasCountryOfPrefix(page);
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await mobile.pressSequentially(number);
  await expect(sendCode).toBeEnabled();
  // The question about offers may stay unanswered.
  await expect(page.getByRole("radiogroup")).toBeVisible();
  await isSound(page);
  await sendCode.click();
  await expect(code).toBeFocused();
  await isKnownToPasswordManagers(code, "one-time-code");
  await expect(page.getByRole("button", { name: /\d+ s$/ })).toBeDisabled();
  await isSound(page);
  await comesBackToCode(page, number);
  const right = await codeSentTo(`+33${number.slice(1)}`);
  await code.pressSequentially(right === "0000" ? "0001" : "0000");
  await areRefused(code);
  await expect(code).toBeFocused();
  await expect(code).toHaveValue("");
  await paste(code, "12ab");
  await expect(code).toHaveValue("");
  await paste(code, right);
  await arrivesAtMenu(page);
}

/** A prefix of a country that is not offered selects none, and the button stays disabled. */
async function hasCountryOfPrefix(page: Page): Promise<void> {
  const [{ mobile, country }, { sendCode }] = [fieldsOf(page), buttonsOf(page)];
  for (const [typed, code] of [
    ["+41 79 123 45 67", "CH"],
    ["+44 7911 123456", ""],
    ["0032470123456", "BE"],
    ["06", "BE"],
    ["+33", "FR"],
  ] as const) {
    await mobile.fill(typed);
    await expect(country).toHaveValue(code);
    if (code === "") await expect(sendCode).toBeDisabled();
    if (code === "") await isSound(page);
  }
  await mobile.fill("");
}

/** A visitor who left to read the message finds the code field again in every way. */
async function comesBackToCode(page: Page, number: string): Promise<void> {
  const { mobile, code } = fieldsOf(page);
  await page.goBack();
  await expect(mobile).toHaveValue(number);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goForward();
  await expect(code).toBeFocused();
  await page.reload();
  await expect(code).toBeVisible();
  await page.getByRole("button", { name: said(page, "Changer de numéro", "Change number") }).click();
  await expect(mobile).toHaveValue(number);
  await buttonsOf(page).sendCode.click();
  await expect(
    saying(page, said(page, "Le code déjà envoyé reste valable", "The code we sent is still valid")),
  ).toBeVisible();
  await expect(code).toBeFocused();
}

/** Pastes a text as the clipboard does. */
async function paste(into: Locator, text: string): Promise<void> {
  await into.evaluate((one, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", words);
    one.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

export async function takesNickname(page: Page): Promise<void> {
  const { nickname } = fieldsOf(page);
  await visit(page, site(page, "pseudo"));
  await nickname.fill("admin");
  await buttonsOf(page).save.click();
  await expect(nickname).toHaveAccessibleDescription(
    new RegExp(said(page, "Ce pseudo est déjà utilisé", "This nickname is already in use")),
  );
  await isSound(page);
  await nickname.fill(`Élo ${randomInt(1e9)}`);
  await page.keyboard.press("Enter");
  await arrivesAtMenu(page);
}

/** Toasts are tested in member-frame.spec.ts. On a slow machine it can take long to make a picture small. */
export async function changesAvatar(page: Page): Promise<void> {
  await visit(page, site(page, "cgu?popup=Menu"));
  await menuOf(page)
    .getByLabel(said(page, "Changer ma photo", "Change my picture"))
    .setInputFiles("public/icon-192.png");
  await expect(avatarOf(page).locator("img")).toHaveAttribute("src", /^\/media\/avatars\//, { timeout: 60_000 });
  await isSound(page);
}

/** Opens the account and the picture as pages of their own, without a popup. */
export async function seesAccountAsPages(page: Page): Promise<void> {
  for (const path of ["mon-compte", "mon-compte/photo"]) {
    await visit(page, site(page, path));
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await isSound(page);
  }
}

/** Deletes the account. The page says until when a log-in restores it, and the member is logged out. */
export async function leaves(page: Page, from = "mon-compte", password = PASSWORD): Promise<void> {
  await visit(page, site(page, from));
  const place = from === "mon-compte" ? page.getByRole("main") : accountOf(page);
  await place.getByText(said(page, "Supprimer mon compte", "Delete my account"), { exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    said(page, "Supprimer mon compte", "Delete my account"),
  );
  await isSound(page);
  await field(page.getByRole("main"), said(page, "Mot de passe", "Password")).fill(password);
  await page.getByRole("button", { name: said(page, "Supprimer", "Delete") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(said(page, "Au revoir", "Goodbye"));
  await expect(saying(page, String(yearIn(30)))).toBeVisible();
  await expect(avatarOf(page)).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
  await isSound(page);
}

function yearIn(days: number): number {
  const day = new Date(Date.now() + days * 86_400_000);
  return Number(day.toLocaleDateString("en-CA", { timeZone: "Europe/Paris", year: "numeric" }));
}

export async function choosesContact(page: Page): Promise<void> {
  const letter = accountOf(page).getByRole("checkbox", { name: said(page, "Par courrier", "By post") });
  await visit(page, site(page, "cgu?popup=Account"));
  const wasTicked = await letter.isChecked();
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.ok());
  await letter.setChecked(!wasTicked);
  await saved;
  await visit(page, site(page, "cgu?popup=Account"));
  await expect(letter).toBeChecked({ checked: !wasTicked });
  await isSound(page);
}

export async function changesPassword(page: Page): Promise<void> {
  await visit(page, site(page, "cgu?popup=Account"));
  const account = accountOf(page);
  await field(account, said(page, "Mot de passe actuel", "Current password")).fill(PASSWORD);
  await field(account, said(page, "Nouveau mot de passe", "New password")).fill("Voile-Blanche!12");
  await account.getByRole("button", { name: said(page, "Enregistrer", "Save") }).click();
  await expect(
    account
      .getByRole("status")
      .filter({ hasText: said(page, "Mot de passe modifié avec succès", "Password successfully changed") }),
  ).toBeVisible();
}

export async function recovers(page: Page, email: string): Promise<void> {
  const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, site(page, "me-connecter"));
  await page.getByRole("link", { name: said(page, "Mot de passe oublié", "Forgot password?") }).click();
  await visit(page, page.url());
  await fields.email.fill(email);
  await buttons.recover.click();
  await expect(
    page.getByRole("status").filter({
      hasText: /Un e-mail vous a été envoyé|An email has been sent|le prochain e-mail part|the next e-mail leaves/,
    }),
  ).toBeVisible();
  await expect(fields.email).toBeDisabled();
  await isSound(page);
  const link = await mailedLink(email, "/nouveau-mot-de-passe");
  await visit(page, link);
  await isKnownToPasswordManagers(fields.newPassword, "new-password");
  await fields.newPassword.fill("short");
  await buttons.save.click();
  await expect(fields.newPassword).toBeFocused();
  await isSound(page);
  await fields.newPassword.fill("Falaise-Craie!58");
  await buttons.save.click();
  const main = page.getByRole("main");
  await expect(main).toContainText(said(page, "Mot de passe modifié avec succès", "Password successfully changed"));
  await isSound(page);
  await main.getByRole("link", { name: said(page, "Me connecter", "Log in") }).click();
  await expect(page).toHaveURL(/me-connecter/);
}
