import type { APIRequestContext, Page } from "@playwright/test";
import { randomInt } from "node:crypto";
import {
  arrivesAtMenu,
  comesToRegister,
  confirms,
  isSound,
  logOut,
  newAddress,
  PASSWORD,
  registers,
  said,
  SANDBOX,
  site,
  submit,
} from "./account-steps.ts";
import { home } from "./places.ts";
import { expect, test, visit } from "./watched.ts";

const PROVIDERS = ["google", "facebook", "apple"] as const;
type Provider = (typeof PROVIDERS)[number];

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** French on a phone, English on a desk: each way is seen at both widths and in both languages. */
test.beforeEach(async ({ context, forgive, viewport }) => {
  await comesToRegister(context, forgive, (viewport?.width ?? 0) < 900 ? "fr" : "en");
});

for (const provider of PROVIDERS)
  test(`with ${provider}: refused, then new, then known, then ended there`, async ({ page, request }) => {
    test.setTimeout(120_000);
    const button = page.locator(`a[href^="/connexion/${provider}"]`);
    await visit(page, site(page, "me-connecter"));
    await button.click();
    await page.getByRole("button", { name: "Refuse" }).click();
    await expect(page).toHaveURL(home("port-serac", "me-connecter"));
    await expect(page.locator("#account [role=alert]")).toHaveCount(0);
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
    if (provider !== "google") await endsAtProvider(page, request, provider, email);
  });

test("a provider whose word is not enough: the account's password once, then it opens the account", async ({
  page,
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
  const password = page.locator("[name=password]");
  await expect(password).toHaveAccessibleDescription(
    new RegExp(said(page, "^Ce mot de passe n’est pas le bon", "^This password is not the right one")),
  );
  await expect(password).toBeFocused();
  await page.fill("[name=password]", PASSWORD);
  await submit(page).click();
  await arrivesAtMenu(page);
  await logOut(page);
  await visit(page, site(page, "me-connecter"));
  await button.click();
  await introduces(page, email);
  await arrivesAtMenu(page);
});

/** The button of the sandbox's page, which tells the site as the provider does: whoever is here is logged out by it. */
async function endsAtProvider(
  page: Page,
  request: APIRequestContext,
  provider: Exclude<Provider, "google">,
  email: string,
): Promise<void> {
  const people = await (await request.get(`${SANDBOX}/sign-in`)).text();
  const sub = new RegExp(`name="sub" value="([^"]+)"/>(?:(?!</form>).)*${email}`, "s").exec(people)?.[1];
  const type = { facebook: "data-deletion", apple: "consent-revoked" }[provider];
  const told = await request.post(`${SANDBOX}/api/social/${provider}/notices`, { data: { sub, type } });
  expect(await told.json()).toMatchObject({ status: 200 });
  await visit(page, site(page, "agenda"));
  await expect(page.locator(".masthead-member")).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("user_token");
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
