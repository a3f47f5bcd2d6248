import type { Page } from "@playwright/test";
import { comesToRegister, givesIdentity, newAddress, submit } from "./account-steps.ts";
import { api, bearerOf, comeAs, newPerson, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

const sheetOf = (page: Page) => page.locator("#account-sheet:modal");
const passwordFormOf = (page: Page) => sheetOf(page).locator("form:has([name=current_password])");

async function sendPassword(page: Page, current: string, next: string): Promise<void> {
  const form = passwordFormOf(page);
  await form.locator("[name=current_password]").fill(current);
  await form.locator("[name=password]").fill(next);
  await form.getByRole("button", { name: "Enregistrer" }).click();
}

test("a preference that could not be saved goes back to what is saved, and the banner says so (§2.7)", async ({
  page,
  context,
  forgive,
}) => {
  forgive(/ERR_INTERNET_DISCONNECTED/);
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "?popup=Account"));
  const sms = sheetOf(page).getByLabel("Par SMS");
  await expect(sms).not.toBeChecked();
  await page.route("**/mon-compte", (route) => route.abort("internetdisconnected"));
  await sms.focus();
  await page.keyboard.press("Space");
  const failure = page.locator("#failure");
  await expect(failure).toContainText("Votre choix n’a pas été enregistré");
  await expect(sms).not.toBeChecked();
  await expect(sms).toBeFocused();
  await page.unroute("**/mon-compte");
  await page.keyboard.press("Space");
  await expect(page.locator(".toast")).toHaveText("Préférences enregistrées");
  await expect(failure).toBeHidden();
  await expect(sms).toBeChecked();
  await page.reload();
  await expect(sheetOf(page).getByLabel("Par SMS")).toBeChecked();
});

test("a preference that is ticked before the script came is saved as well (§2.7)", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  const ticked = Promise.withResolvers<void>();
  await page.route("**/assets/member-*.js", (route) => ticked.promise.then(() => route.continue()));
  await page.goto(home("port-serac", "mon-compte"));
  const sms = page.getByLabel("Par SMS");
  await sms.focus();
  await page.keyboard.press("Space");
  ticked.resolve();
  await expect(page.locator(".toast")).toHaveText("Préférences enregistrées");
  await page.unroute("**/assets/member-*.js");
  await page.reload();
  await expect(sms).toBeChecked();
});

test("preferences that are ticked one after the other are all saved, however slow the line (§2.7)", async ({
  page,
  context,
}) => {
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "mon-compte"));
  const ticked = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/mon-compte", async (route) => {
    sent += 1;
    await ticked.promise;
    await route.continue();
  });
  const [sms, letter] = [page.getByLabel("Par SMS"), page.getByLabel("Par courrier")];
  for (const field of [sms, letter]) {
    await field.focus();
    await page.keyboard.press("Space");
    await expect(field).toBeChecked();
  }
  expect(sent, "under way at once").toBe(1);
  ticked.resolve();
  await expect.poll(() => sent).toBe(2);
  await expect(page.locator(".toast")).toHaveText("Préférences enregistrées");
  await expect(page.locator("form[data-waiting]")).toHaveCount(0);
  await page.unroute("**/mon-compte");
  await page.goto(home("port-serac", "mon-compte"));
  for (const field of [sms, letter]) await expect(field).toBeChecked();
});

test("the rule stands under a new password while it is broken, its parts marked as they are met (§5, G54)", async ({
  page,
  context,
  forgive,
}) => {
  forgive(/422/);
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "?popup=Account"));
  const form = passwordFormOf(page);
  const field = form.locator("[name=password]");
  await sendPassword(page, PASSWORD, "abc");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/Il manque encore quelque chose.*Au moins 8 caractères, dont une/);
  await expect(form.locator("[data-rule]")).toHaveCount(4);
  expect(await axeFaults(page, "#account-sheet")).toEqual([]);
  await field.fill("Abcd1");
  await expect(form.locator("[data-rule][data-is-met]")).toHaveCount(2);
  // What is met is seen, too, once its colour has changed.
  const colors = () =>
    form.locator("[data-rule]").evaluateAll((parts) => new Set(parts.map((part) => getComputedStyle(part).color)).size);
  await expect.poll(colors).toBe(2);
});

test("a changed password takes the devices that it logs out off the list (G55)", async ({ page, context }) => {
  const person = await newPerson();
  const { email } = person;
  const other = await api("POST", "/auth/login", { email, password: PASSWORD, source: "WEBSITE" });
  const elsewhere = bearerOf(other.body.data?.["token"] ?? "");
  await comeAs(context, person);
  await visit(page, home("port-serac", "?popup=Account"));
  const devices = sheetOf(page).locator(".sessions li");
  await expect(devices).not.toHaveCount(1);
  await sendPassword(page, PASSWORD, "Voile-Blanche!12");
  await expect(passwordFormOf(page).getByRole("status").first()).toContainText("Mot de passe modifié avec succès");
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText("Cet appareil");
  expect((await api("POST", "/auth/introspect", {}, elsewhere)).status).toBe(401);
});

test("once the success of a new password has gone, the focus is in its form (§9)", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  await page.clock.install();
  await visit(page, home("port-serac", "?popup=Account"));
  await expect(passwordFormOf(page).locator("[name=current_password]")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendPassword(page, PASSWORD, "Voile-Blanche!12");
  const success = passwordFormOf(page).locator(".alert.is-success");
  await expect(success).toBeFocused();
  await page.clock.runFor(10_000);
  await expect(success).toHaveCount(0);
  await expect(passwordFormOf(page).getByRole("heading")).toBeFocused();
});

test("what is said in passing takes the place of what was said before (§9)", async ({ page, context, forgive }) => {
  forgive(/422/);
  await comeAs(context, await newPerson());
  await page.clock.install();
  await visit(page, home("port-serac", "?popup=Menu"));
  const photo = page.locator("#menu:modal").getByLabel("Changer ma photo");
  const toast = page.locator(".toast");
  // However long the picture takes, the first is still said.
  await page.clock.pauseAt(Date.now() + 60_000);
  await photo.setInputFiles({ name: "face.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(toast).toHaveText("Anomalie lors de la modification de l’avatar");
  await photo.setInputFiles("public/icon-192.png");
  await expect(toast.last()).toHaveText("Avatar modifié avec succès");
  await expect(toast).toHaveCount(1);
});

test("a refused password is never called suitable (§5, G54)", async ({ page, context, forgive }) => {
  await comesToRegister(context, forgive, "fr");
  await visit(page, home("port-serac", "creer-un-compte"));
  await givesIdentity(page);
  await page.fill("[name=email]", newAddress());
  const password = page.locator("[name=password]");
  const verdict = page.locator("[data-password] [role=status]");
  await password.fill("Motdepasse!2026");
  await expect(verdict).toHaveText("Ce mot de passe convient.");
  await page.locator("[name=terms]").check();
  await submit(page).click();
  await expect(password).toHaveAccessibleDescription(/trop courant/);
  await expect(verdict).toBeEmpty();
  await password.fill("Motdepasse!20267");
  await expect(verdict).toHaveText("Ce mot de passe convient.");
  await password.fill("Motdepasse!2026");
  await expect(verdict).toBeEmpty();
});

test("asking for a new password without a result says that an error occurred, and keeps what was typed (§8)", async ({
  page,
  forgive,
}) => {
  forgive(/503/);
  await page.route("**/recuperer-mon-mot-de-passe?*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, body: "<h1>Un instant</h1>" })
      : route.continue(),
  );
  for (const [locale, said] of [
    ["fr", "Une erreur est survenue"],
    ["en", "An error occurred"],
  ] as const) {
    await visit(page, home("port-serac", `recuperer-mon-mot-de-passe?locale=${locale}`));
    await page.fill("[name=email]", "somebody@example.test");
    await submit(page).click();
    await expect(page.locator("#failure")).toContainText(said);
    await expect(page.locator("[name=email]")).toHaveValue("somebody@example.test");
  }
});
