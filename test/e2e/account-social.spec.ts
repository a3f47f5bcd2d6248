import type { APIRequestContext, Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import {
  areRefused,
  arrivesAtMenu,
  button,
  buttonsOf,
  comesToRegister,
  fieldsOf,
  isSound,
  logOut,
  said,
  SANDBOX,
  site,
  mailedLink,
} from "./account-steps.ts";
import { newPerson, newPlace, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf } from "./screens.ts";
import { expect, test, visit } from "./watched.ts";

/** In French on a phone and in English on a desktop, so that both widths and both languages are covered. */
const PROVIDERS = [
  ["google", "Google", "@once"],
  ["facebook", "Facebook", "@desktop"],
  ["apple", "Apple", "@once"],
] as const;

test.beforeEach(async ({ context, allowComplaint, viewport }) => {
  await comesToRegister(context, allowComplaint, (viewport?.width ?? 0) < 900 ? "fr" : "en");
});

const wayBy = (page: Page, name: string) =>
  page.getByRole("link", { name: said(page, `Continuer avec ${name}`, `Continue with ${name}`) });

for (const [provider, name, tag] of PROVIDERS)
  test(
    `logs in with ${provider}: declined first, then as a new account, then as a known one, until access ends at the provider`,
    { tag },
    async ({ page, request }) => {
      await visit(page, site(page, "me-connecter"));
      await wayBy(page, name).click();
      await page.getByRole("button", { name: "Refuse" }).click();
      // A visitor who declines is back at the log-in without an error.
      await expect(page).toHaveURL(home("port-serac", "me-connecter"));
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
      await visit(page, site(page, `creer-un-compte?error=${provider}`));
      await expect(page.getByRole("main").getByRole("alert")).toContainText(name);
      await isSound(page);
      const email = `e2e.${Date.now()}.${randomInt(1e6)}@gmail.com`;
      await wayBy(page, name).click();
      await introduces(page, email);
      // Facebook does not say whether an address is verified, so the way goes on by mail.
      if (provider === "facebook") await visit(page, await mailedLink(email, "/connexion/relier"));
      await expect(page).toHaveURL(home("port-serac", "creer-un-compte-form"));
      await expect(fieldsOf(page).firstname).toHaveValue("Margaux");
      await finishesRegistration(page);
      await arrivesAtMenu(page);
      await logOut(page);
      await visit(page, site(page, "me-connecter"));
      await wayBy(page, name).click();
      await introduces(page, email);
      await arrivesAtMenu(page);
      if (provider === "google") await goesToProveWithoutScript(page);
      else await endsAtProvider(page, request, provider, email);
    },
  );

test(
  "asks for the account's password once when the provider has not verified the address, then logs in with the provider alone",
  { tag: "@desktop" },
  async ({ page, context }) => {
    test.setTimeout(180_000);
    const place = newPlace();
    const { email } = await newPerson({}, place);
    await context.setExtraHTTPHeaders(place);
    const { password } = fieldsOf(page);
    const link = button(page, "Rattacher et me connecter", "Link and log me in");
    await visit(page, site(page, "me-connecter"));
    await wayBy(page, "Facebook").click();
    await introduces(page, email);
    await expect(page).toHaveURL(home("port-serac", "creer-un-compte?error=written"));
    await visit(page, await mailedLink(email, "/connexion/relier"));
    await isSound(page);
    await password.fill("Wrong-Word!12");
    await link.click();
    await areRefused(password);
    await expect(password).toHaveAccessibleDescription(
      new RegExp(said(page, "^Ce mot de passe n’est pas le bon", "^That is not the right password")),
    );
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await link.click();
    await arrivesAtMenu(page);
    await logOut(page);
    await visit(page, site(page, "me-connecter"));
    await wayBy(page, "Facebook").click();
    await introduces(page, email);
    await arrivesAtMenu(page);
  },
);

/** Uses the button on the sandbox's page that sends the provider's webhook. The webhook logs the member out. */
async function endsAtProvider(
  page: Page,
  request: APIRequestContext,
  provider: "facebook" | "apple",
  email: string,
): Promise<void> {
  const people = await (await request.get(`${SANDBOX}/sign-in`)).text();
  const sub = new RegExp(`name="sub" value="([^"]+)"/>(?:(?!</form>).)*${email}`, "s").exec(people)?.[1];
  const type = { facebook: "data-deletion", apple: "consent-revoked" }[provider];
  const told = await request.post(`${SANDBOX}/api/social/${provider}/notices`, { data: { sub, type } });
  expect(await told.json()).toMatchObject({ status: 200 });
  await visit(page, site(page, "agenda"));
  await expect(avatarOf(page)).toHaveCount(0);
  // The page is the same for everybody. The session resource removes the cookie.
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name);
  await expect.poll(cookies).not.toContain("user_token");
}

/** Signs in at the provider as a person who shares no birthday. */
/** A proof by the provider, in a browser with the same session and no script. */
async function goesToProveWithoutScript(page: Page): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const tab = await plain.newPage();
  await tab.goto(site(page, "mon-compte/suppression"));
  await tab
    .getByRole("main")
    .getByRole("link", { name: /Google/ })
    .click();
  await expect(tab).toHaveURL((url) => url.href.startsWith(SANDBOX));
  await plain.close();
}

async function introduces(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${SANDBOX}`));
  await page.getByLabel("Prénoms").fill("Margaux");
  await page.getByLabel("Nom", { exact: true }).fill("Lefèvre");
  await page.getByLabel(/^Adresse e-mail/).fill(email);
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.waitForURL((url) => !url.href.startsWith(SANDBOX));
}

async function finishesRegistration(page: Page): Promise<void> {
  const [fields, buttons] = [fieldsOf(page), buttonsOf(page)];
  await visit(page, page.url());
  await fields.civility(0).check();
  await fields.birthday.pressSequentially("23011979");
  await buttons.next.click();
  await fields.terms.check();
  await isSound(page);
  await buttons.create.click();
}
