import { randomInt } from "node:crypto";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { newPlace, PASSWORD, SANDBOX } from "./new-member.ts";
import { home } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { accountOf, avatarOf, field, isSaid, menuOf, saying } from "./screens.ts";
import { isSound, isSoundAtBothWidths } from "./sound.ts";
import { expect, visit, withConsentGiven, type AllowComplaint } from "./watched.ts";

/** A refused form is answered with an error status, which the browser logs. */
const REFUSED = /\b(400|401|422)\b/;

/** A visitor with an IP address of their own, so that limits of other tests or earlier runs do not apply. */
export async function comesToRegister(context: BrowserContext, allowComplaint: AllowComplaint): Promise<void> {
  allowComplaint(REFUSED);
  await withConsentGiven(context);
  await context.setExtraHTTPHeaders(newPlace());
}

/** A button of a form in the member area. */
export const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
export const newAddress = () => `e2e-${Date.now()}-${randomInt(1e6)}@example.test`;

/** The fields of the member area's forms, by their labels. */
export const fieldsOf = (page: Page) => ({
  civility: (at: 0 | 1) => page.getByRole("radio").nth(at),
  lastname: field(page, "Nom"),
  firstname: field(page, "Prénom"),
  birthday: field(page, "Date de naissance"),
  email: field(page, "E-mail"),
  password: field(page, "Mot de passe"),
  newPassword: field(page, "Nouveau mot de passe"),
  terms: page.getByRole("checkbox", { name: "J’accepte les" }),
  mobile: field(page, "Numéro de mobile"),
  country: page.getByRole("combobox", { name: "Indicatif du pays" }),
  code: field(page, "Code à 4 chiffres"),
  nickname: field(page, "Pseudo"),
});

/** The submit button of each form. */
export const buttonsOf = (page: Page) => ({
  logIn: button(page, "Me connecter"),
  next: button(page, "Suivant 1/2"),
  create: button(page, "Créer mon compte"),
  sendCode: button(page, "Recevoir le SMS !"),
  verify: button(page, "Valider"),
  save: button(page, "Enregistrer"),
  recover: button(page, "Envoyer le lien"),
});

export async function areRefused(...fields: Locator[]): Promise<void> {
  for (const one of fields) await expect(one).toHaveAttribute("aria-invalid", "true");
}

/** Waits for the newest mail to an address and returns its link. */
export async function mailedLink(address: string, path: string): Promise<string> {
  const links = () =>
    fetch(`${SANDBOX}/api/mail?to=${encodeURIComponent(address)}`, { headers: ALONE })
      .then((answer) => answer.json() as Promise<{ text: string }[]>)
      .then((mails) => mails.flatMap(({ text }) => text.match(/http\S+/g) ?? []).filter((link) => link.includes(path)));
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
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
  await visit(page, home("port-serac", "me-connecter"));
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
  await visit(page, home("port-serac", "cgu?popup=Menu"));
  await menuOf(page).getByRole("button", { name: "Me déconnecter" }).click();
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
  await visit(page, home("port-serac", "creer-un-compte"));
  await isSoundAtBothWidths(page);
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
  await isSoundAtBothWidths(page);
  await fields.email.fill(email);
  await fields.password.fill(PASSWORD);
  await buttons.create.click();
  await arrivesAtMenu(page);
}

/** The colour of each part of the password rule. */
export function looksOfRule(page: Page): Promise<string[]> {
  const parts = ["Au moins 8 caractères", "une majuscule", "un caractère spécial", "un chiffre"].map((part) =>
    page.getByText(part, { exact: true }),
  );
  return Promise.all(parts.map((part) => part.evaluate((one) => getComputedStyle(one).color)));
}

export async function confirms(page: Page, email: string): Promise<void> {
  const link = await mailedLink(email, "/email-confirmation");
  await page.goto(link);
  await arrivesAtMenu(page);
  await isSaid(page, "Email validé avec succès");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce lien n’est plus valable");
  await isSound(page);
}

export async function verifiesMobile(page: Page): Promise<void> {
  const [{ mobile, code }, { sendCode }] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, home("port-serac", "phone-define"));
  await expect(sendCode).toBeDisabled();
  await isKnownToPasswordManagers(mobile, "tel");
  await hasCountryOfPrefix(page);
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await mobile.pressSequentially(number);
  await expect(sendCode).toBeEnabled();
  // The question about offers may stay unanswered.
  await expect(page.getByRole("radiogroup")).toBeVisible();
  await isSoundAtBothWidths(page);
  await sendCode.click();
  await expect(code).toBeFocused();
  await isKnownToPasswordManagers(code, "one-time-code");
  await expect(page.getByRole("button", { name: /\d+ s$/ })).toBeDisabled();
  await isSoundAtBothWidths(page);
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
    if (code !== "") continue;
    await expect(sendCode).toBeDisabled();
    await isSound(page);
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
  await page.getByRole("button", { name: "Changer de numéro" }).click();
  await expect(mobile).toHaveValue(number);
  await buttonsOf(page).sendCode.click();
  await expect(saying(page, "Le code déjà envoyé reste valable")).toBeVisible();
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
  await visit(page, home("port-serac", "pseudo"));
  await nickname.fill("admin");
  await buttonsOf(page).save.click();
  await expect(nickname).toHaveAccessibleDescription(/Ce pseudo est déjà utilisé/);
  await isSoundAtBothWidths(page);
  await nickname.fill(`Élo ${randomInt(1e9)}`);
  await page.keyboard.press("Enter");
  await arrivesAtMenu(page);
}

/** Opens the account and the picture as pages of their own, without a popup. */
export async function seesAccountAsPages(page: Page): Promise<void> {
  for (const path of ["mon-compte", "mon-compte/photo"]) {
    await visit(page, home("port-serac", path));
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
    await isSoundAtBothWidths(page);
  }
}

/** Deletes the account. The page says until when a log-in restores it, and the member is logged out. */
export async function leaves(page: Page): Promise<void> {
  await visit(page, home("port-serac", "cgu?popup=Account"));
  await accountOf(page).getByText("Supprimer mon compte", { exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Supprimer mon compte");
  await isSoundAtBothWidths(page);
  await field(page.getByRole("main"), "Mot de passe").fill(PASSWORD);
  await page.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Au revoir");
  await expect(saying(page, String(yearIn(30)))).toBeVisible();
  await expect(avatarOf(page)).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
  await isSoundAtBothWidths(page);
}

function yearIn(days: number): number {
  const day = new Date(Date.now() + days * 86_400_000);
  return Number(day.toLocaleDateString("en-CA", { timeZone: "Europe/Paris", year: "numeric" }));
}

/** Asks for a new password at the log-in, follows the link of the mail and chooses one. Ends at the log-in. */
export async function recovers(page: Page, email: string, password: string): Promise<void> {
  const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, home("port-serac", "me-connecter"));
  await isSoundAtBothWidths(page);
  await page.getByRole("link", { name: "Mot de passe oublié" }).click();
  await expect(page).toHaveURL(/recuperer-mon-mot-de-passe/);
  await fields.email.fill(email);
  await buttons.recover.click();
  await expect(saying(page, "Un e-mail vous a été envoyé")).toBeVisible();
  await expect(fields.email).toBeDisabled();
  await isSoundAtBothWidths(page);
  await visit(page, await mailedLink(email, "/nouveau-mot-de-passe"));
  await isKnownToPasswordManagers(fields.newPassword, "new-password");
  await fields.newPassword.fill("short");
  await buttons.save.click();
  await expect(fields.newPassword).toBeFocused();
  await isSoundAtBothWidths(page);
  await fields.newPassword.fill(password);
  await buttons.save.click();
  const main = page.getByRole("main");
  await expect(main).toContainText("Mot de passe modifié avec succès");
  await isSound(page);
  await main.getByRole("link", { name: "Me connecter" }).click();
  await expect(page).toHaveURL(/me-connecter/);
}
