import type { Page } from "@playwright/test";
import {
  areRefused,
  buttonsOf,
  comesToRegister,
  fieldsOf,
  givesIdentity,
  looksOfRule,
  newAddress,
} from "./account-steps.ts";
import { api, bearerOf, comeAs, newPerson, PASSWORD } from "./new-member.ts";
import { home } from "./places.ts";
import { accountOf, field, isOver, isSaid, isSaidWhileHeld, menuOf, saying } from "./screens.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

const currentOf = (page: Page) => field(accountOf(page), "Mot de passe actuel");
const nextOf = (page: Page) => field(accountOf(page), "Nouveau mot de passe");
const saveOf = (page: Page) => accountOf(page).getByRole("button", { name: "Enregistrer" });
const changedOf = (page: Page) =>
  accountOf(page).getByRole("status").filter({ hasText: "Mot de passe modifié avec succès" });

async function sendPassword(page: Page, current: string, next: string): Promise<void> {
  await currentOf(page).fill(current);
  await nextOf(page).fill(next);
  await saveOf(page).click();
}

test("saves a preference when it is ticked, and restores the saved value with an error banner when saving fails", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED/);
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "?popup=Account"));
  const sms = accountOf(page).getByLabel("Par SMS");
  await expect(sms).not.toBeChecked();
  await page.route("**/mon-compte{,.data}*", (route) => route.abort("internetdisconnected"));
  await sms.focus();
  await page.keyboard.press("Space");
  const failure = page.getByRole("alert").filter({ hasText: "Votre choix n’a pas été enregistré" });
  await expect(failure).toBeVisible();
  await expect(sms).not.toBeChecked();
  await expect(sms).toBeFocused();
  await page.unroute("**/mon-compte{,.data}*");
  await page.keyboard.press("Space");
  await isSaid(page, "Préférences enregistrées");
  await expect(failure).toBeHidden();
  await expect(sms).toBeChecked();
  await expect(sms).toBeFocused();
  await page.reload();
  await expect(accountOf(page).getByLabel("Par SMS")).toBeChecked();
});

test("keeps the account open without a network, reports the error in the banner, and lets the member send again later", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "cgu?popup=Account"));
  const sms = accountOf(page).getByLabel("Par SMS");
  // The modules of the form's action are still loading.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await sms.focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("alert").filter({ hasText: "Votre choix n’a pas été enregistré" })).toBeVisible();
  await expect(sms).not.toBeChecked();
  await sendPassword(page, PASSWORD, "Granit-Lagune!58");
  await expect(page.getByRole("alert").filter({ hasText: "La page ne répond pas" })).toBeVisible();
  await expect(currentOf(page)).toHaveValue(PASSWORD);
  await context.setOffline(false);
  await saveOf(page).click();
  await expect(changedOf(page)).toBeVisible();
  await sms.focus();
  await page.keyboard.press("Space");
  await isSaid(page, "Préférences enregistrées");
  await expect(sms).toBeChecked();
});

test("saves a preference that was ticked before the script had loaded", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  const ticked = Promise.withResolvers<void>();
  await page.route("**/assets/member-*.js", (route) => ticked.promise.then(() => route.continue()));
  await page.goto(home("port-serac", "mon-compte"));
  const sms = page.getByRole("checkbox", { name: "Par SMS" });
  await sms.focus();
  await page.keyboard.press("Space");
  ticked.resolve();
  await isSaid(page, "Préférences enregistrées");
  await page.unroute("**/assets/member-*.js");
  await page.reload();
  await expect(sms).toBeChecked();
});

test("saves all preferences that are ticked in quick succession on a slow connection", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "mon-compte"));
  const ticked = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/mon-compte{,.data}*", async (route) => {
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
  await expect.poll(() => sent, "requests in parallel").toBe(1);
  let answered = 0;
  page.on("response", (answer) => (answered += answer.request().method() === "POST" ? 1 : 0));
  ticked.resolve();
  await expect.poll(() => answered).toBe(2);
  await isSaid(page, "Préférences enregistrées");
  await page.unroute("**/mon-compte{,.data}*");
  await page.goto(home("port-serac", "mon-compte"));
  for (const field of [sms, letter]) await expect(field).toBeChecked();
});

test("shows a refused password under its field, marks the parts of the rule that are met, and keeps what was typed", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/422/);
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "cgu?popup=Account"));
  await expect(saveOf(page)).toBeDisabled();
  await sendPassword(page, PASSWORD, "abc");
  const next = nextOf(page);
  await areRefused(next);
  await expect(next).toBeFocused();
  await expect(next).toHaveValue("abc");
  await expect(currentOf(page)).toHaveValue(PASSWORD);
  await expect(next).toHaveAccessibleDescription(/Il manque encore quelque chose.*Au moins 8 caractères, dont une/);
  expect(await axeFaults(page)).toEqual([]);
  await next.fill("Abcd1");
  // The met parts (the capital and the digit) change their colour.
  await expect
    .poll(async () => {
      const [length, ...others] = await looksOfRule(page);
      return others.map((look) => look !== length);
    })
    .toEqual([true, false, true]);
});

test("removes the logged-out devices from the list after a password change", async ({ page, context }) => {
  const person = await newPerson();
  const { email } = person;
  const other = await api("POST", "/auth/login", { email, password: PASSWORD, source: "WEBSITE" });
  const elsewhere = bearerOf(other.body.data?.["token"] ?? "");
  await comeAs(context, person);
  await visit(page, home("port-serac", "cgu?popup=Account"));
  const devices = accountOf(page).getByRole("listitem");
  await expect(devices).not.toHaveCount(1);
  await sendPassword(page, PASSWORD, "Voile-Blanche!12");
  await expect(changedOf(page)).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(devices).toContainText("Cet appareil");
  expect((await api("POST", "/auth/introspect", {}, elsewhere)).status).toBe(401);
});

test("keeps a toast when its sheet closes, and replaces it with the next one", async ({ page, context }) => {
  await comeAs(context, await newPerson());
  await page.clock.install();
  await visit(page, home("port-serac", "cgu?popup=Account"));
  // The page's clock stands still, so the first message stays visible until the second one replaces it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await accountOf(page).getByLabel("Par courrier").check();
  await isSaidWhileHeld(page, "Préférences enregistrées");
  await page.keyboard.press("Escape");
  const photo = menuOf(page).getByLabel("Changer ma photo");
  await expect(photo).toBeAttached();
  await isSaid(page, "Préférences enregistrées");
  await photo.setInputFiles("public/icon-192.png");
  await isSaidWhileHeld(page, "Avatar modifié avec succès");
  await isOver(page, "Préférences enregistrées");
});

test("never marks a refused password as suitable", async ({ page, context, allowComplaint }) => {
  await comesToRegister(context, allowComplaint);
  await visit(page, home("port-serac", "creer-un-compte"));
  await givesIdentity(page);
  const { email, password, terms } = fieldsOf(page);
  await email.fill(newAddress());
  const suits = saying(page, "Ce mot de passe convient.");
  await password.fill("Motdepasse!2026");
  await expect(suits).toHaveCount(1);
  await terms.check();
  await buttonsOf(page).create.click();
  await expect(password).toHaveAccessibleDescription(/trop courant/);
  await expect(suits).toHaveCount(0);
  await password.fill("Motdepasse!20267");
  await expect(suits).toHaveCount(1);
  await password.fill("Motdepasse!2026");
  await expect(suits).toHaveCount(0);
});

test("shows an error and keeps what was typed when the request for a new password gets no answer", async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/503/);
  await page.route("**/recuperer-mon-mot-de-passe*", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, body: "<h1>Un instant</h1>" })
      : route.continue(),
  );
  for (const [locale, said] of [
    ["fr", "Une erreur est survenue"],
    ["en", "An error occurred"],
  ] as const) {
    await visit(page, home("port-serac", `recuperer-mon-mot-de-passe?locale=${locale}`));
    await field(page, "E-mail").fill("somebody@example.test");
    await page.getByRole("button", { name: /^(Envoyer le lien|Send me the link)$/ }).click();
    await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
    await expect(field(page, "E-mail")).toHaveValue("somebody@example.test");
  }
});

test("shows a sheet at once on a slow connection, cancels it when closed, and fills it when the data arrive", async ({
  page,
  context,
}) => {
  await comeAs(context, await newPerson());
  await visit(page, home("port-serac", "cgu?popup=Menu"));
  let line = Promise.withResolvers<void>();
  await page.route("**/cgu.data?*", async (route) => {
    await line.promise;
    // The browser may have cancelled this request.
    await route.continue().catch(() => undefined);
  });
  const opener = menuOf(page).getByRole("link", { name: "Mon compte" });
  await opener.click();
  await expect(accountOf(page)).toBeVisible();
  await expect(page).toHaveURL(/popup=Menu/);
  await page.keyboard.press("Escape");
  await expect(accountOf(page)).toBeHidden();
  await expect(menuOf(page)).toBeVisible();
  line.resolve();
  line = Promise.withResolvers<void>();
  await opener.click();
  await expect(accountOf(page)).toBeVisible();
  line.resolve();
  await expect(currentOf(page)).toBeVisible();
  await expect(page).toHaveURL(/popup=Account/);
  await page.goBack();
  await expect(menuOf(page)).toBeVisible();
  await expect(page).toHaveURL(/popup=Menu/);
});
