import type { APIRequestContext, Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import {
  arrivesAtMenu,
  buttonsOf,
  comesToRegister,
  fieldsOf,
  logIn,
  logOut,
  mailedLink,
  recovers,
} from "./account-steps.ts";
import { SANDBOX } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf } from "./screens.ts";
import { isSound, isSoundAtBothWidths } from "./sound.ts";
import { expect, test, visit } from "./watched.ts";

test.beforeEach(({ context, allowComplaint }) => comesToRegister(context, allowComplaint));

const wayBy = (page: Page, name: string) => page.getByRole("link", { name: `Continuer avec ${name}` });
const newGmail = () => `e2e.${Date.now()}.${randomInt(1e6)}@gmail.com`;

test("logs in with Google: declined first, then as a new account, then as a known one, which takes a password", async ({
  page,
}) => {
  await declines(page, "Google");
  await visit(page, home("port-serac", "creer-un-compte?error=google"));
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Google");
  await isSoundAtBothWidths(page);
  const email = newGmail();
  await wayBy(page, "Google").click();
  await introduces(page, email);
  await finishesRegistration(page);
  await arrivesAtMenu(page);
  await logOut(page);
  await visit(page, home("port-serac", "me-connecter"));
  await wayBy(page, "Google").click();
  await introduces(page, email);
  await arrivesAtMenu(page);
  await goesToProveWithoutScript(page);
  await logOut(page);
  await recovers(page, email, "Falaise-Craie!58");
  await logIn(page, email, "Falaise-Craie!58");
});

test("logs in with Apple, which answers by a form: declined first, then as a new account, until access ends there", async ({
  page,
  request,
}) => {
  await declines(page, "Apple");
  const email = newGmail();
  await wayBy(page, "Apple").click();
  await introduces(page, email);
  await finishesRegistration(page);
  await arrivesAtMenu(page);
  await endsAtApple(page, request, email);
});

test("goes on by mail with Facebook, which does not say whether an address is verified", async ({ page }) => {
  await visit(page, home("port-serac", "me-connecter"));
  const email = newGmail();
  await wayBy(page, "Facebook").click();
  await introduces(page, email);
  await expect(page).toHaveURL(home("port-serac", "creer-un-compte?error=written"));
  await visit(page, await mailedLink(email, "/connexion/relier"));
  await hasFormFilledIn(page);
});

/** A visitor who declines is back at the log-in without an error. */
async function declines(page: Page, name: string): Promise<void> {
  await visit(page, home("port-serac", "me-connecter"));
  await wayBy(page, name).click();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page).toHaveURL(home("port-serac", "me-connecter"));
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
}

/** Uses the button on the sandbox's page that sends the provider's webhook. The webhook logs the member out. */
async function endsAtApple(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const people = await (await request.get(`${SANDBOX}/log-in`)).text();
  const sub = new RegExp(`name="sub" value="([^"]+)"/>(?:(?!</form>).)*${email}`, "s").exec(people)?.[1];
  const told = await request.post(`${SANDBOX}/api/social/apple/notices`, { data: { sub, type: "consent-revoked" } });
  expect(await told.json()).toMatchObject({ status: 200 });
  await visit(page, home("port-serac", "agenda"));
  await expect(avatarOf(page)).toHaveCount(0);
  // The page is the same for everybody. The session resource removes the cookie.
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).not.toContain("user_token");
}

/** A proof by the provider, in a browser with the same session and no script. */
async function goesToProveWithoutScript(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const tab = await plain.newPage();
  await tab.goto(home("port-serac", "mon-compte/suppression"));
  await tab
    .getByRole("main")
    .getByRole("link", { name: /Google/ })
    .click();
  await expect(tab).toHaveURL((url) => url.href.startsWith(SANDBOX));
  await plain.close();
}

/** Logs in at the provider as a person who shares no birthday. */
async function introduces(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${SANDBOX}`));
  await page.getByLabel("Prénoms").fill("Margaux");
  await page.getByLabel("Nom", { exact: true }).fill("Lefèvre");
  await page.getByLabel(/^Adresse e-mail/).fill(email);
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.waitForURL((url) => !url.href.startsWith(SANDBOX));
}

/** The first step of the registration has the name that the provider knows. */
async function hasFormFilledIn(page: Page): Promise<void> {
  await expect(page).toHaveURL(home("port-serac", "creer-un-compte-form"));
  await expect(fieldsOf(page).firstname).toHaveValue("Margaux");
}

async function finishesRegistration(page: Page): Promise<void> {
  const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
  await hasFormFilledIn(page);
  await visit(page, page.url());
  await fields.civility(0).check();
  await fields.birthday.pressSequentially("23011979");
  await buttons.next.click();
  await fields.terms.check();
  await isSound(page);
  await buttons.create.click();
}
