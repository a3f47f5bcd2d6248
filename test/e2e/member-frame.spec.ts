import type { Page } from "@playwright/test";
import { comeAs, newPerson, PASSWORD as PERSON_PASSWORD } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

/** The demonstration's people (bin/start.ts prints them). Each test logs in anew; nothing of the account is changed for good. */
const PASSWORD = "Belrive!2026";

async function logIn(page: Page, who: "new" | "member", path = "me-connecter"): Promise<void> {
  await page.goto(home("port-serac", path));
  await page.locator("[name=email]").fill(`${who}@demo.belrive.example`);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL(/popup=Menu/);
  await expect(page.locator("#menu:modal")).toBeVisible();
}

test.beforeEach(({ context }) => withConsentGiven(context));

test("the avatar opens the menu, the menu the account, and closing the account leads back to it (§2.7)", async ({
  page,
}) => {
  await logIn(page, "member");
  await page.keyboard.press("Escape");
  await visit(page, home("port-serac", "jeux"));
  const avatar = page.getByRole("link", { name: "Mon espace" });
  await avatar.click();
  const menu = page.locator("#menu:modal");
  await expect(menu).toContainText("Marguerite d’Aubencourt");
  expect(await axeFaults(page, "#menu")).toEqual([]);
  await menu.getByRole("link", { name: "Mon compte" }).click();
  const account = page.locator("#account-sheet:modal");
  await expect(account).toContainText("member@demo.belrive.example");
  await expect(menu).toBeHidden();
  expect(await axeFaults(page, "#account-sheet")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(avatar).toBeFocused();
  expect(page.url()).toBe(home("port-serac", "jeux"));
});

test("a refused password says so under its field, keeps what was typed and the focus there (§2.7)", async ({
  page,
  forgive,
}) => {
  forgive(/422/);
  await logIn(page, "member");
  await page.goto(home("port-serac", "?popup=Account"));
  const account = page.locator("#account-sheet:modal");
  const save = account.locator("form:has([name=current_password])").getByRole("button", { name: "Enregistrer" });
  await expect(save).toBeDisabled();
  await account.getByLabel("Mot de passe actuel").fill(PASSWORD);
  await account.getByLabel("Nouveau mot de passe").fill("court");
  await save.click();
  const wrong = account.getByLabel("Nouveau mot de passe");
  await expect(wrong).toHaveAttribute("aria-invalid", "true");
  await expect(wrong).toBeFocused();
  await expect(wrong).toHaveValue("court");
  await expect(account.getByLabel("Mot de passe actuel")).toHaveValue(PASSWORD);
});

test("a preference is saved as it is ticked (§2.7)", async ({ page }) => {
  await logIn(page, "member");
  await page.goto(home("port-serac", "?popup=Account"));
  const letter = page.locator("#account-sheet:modal").getByLabel("Par courrier");
  const before = await letter.isChecked();
  for (const wanted of [!before, before]) {
    await letter.setChecked(wanted);
    await expect(page.locator(".toast")).toHaveText("Préférences enregistrées");
    await expect(letter).toBeFocused();
    await page.locator(".toast").evaluate((toast) => toast.remove());
  }
});

test("a picture is changed as it is chosen, and one that is too large is told before it travels (§5, §8)", async ({
  page,
}) => {
  await logIn(page, "member");
  const photo = page.locator("#menu:modal").getByLabel("Changer ma photo");
  await photo.setInputFiles("public/icon-192.png");
  await expect(page.locator(".toast")).toHaveText("Avatar modifié avec succès");
  await expect(page.locator(".masthead-member img")).toHaveAttribute("src", /^\/media\/avatars\//);
  const told = new Promise<string>((resolve) => {
    page.once("dialog", (dialog) => {
      resolve(dialog.message());
      void dialog.dismiss();
    });
  });
  await photo.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  expect(await told).toBe("Le fichier sélectionné dépasse la taille maximale autorisée de 5MB.");
});

test("a chosen picture shows before it is sent for good, and the answer's takes its place (§5)", async ({
  page,
  context,
}) => {
  await comeAs(context, await newPerson());
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/mon-compte/photo", (route) => held.then(() => route.continue()));
  await visit(page, home("port-serac", "?popup=Menu"));
  const menu = page.locator("#menu:modal");
  await menu.getByLabel("Changer ma photo").setInputFiles("public/icon-192.png");
  const picture = menu.locator("form [data-avatar] img");
  await expect(picture).toHaveAttribute("src", /^data:image\/png;base64,/);
  expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(192);
  letThrough();
  await expect(picture).toHaveAttribute("src", /^\/media\/avatars\//);
});

test("what is said in passing goes after four seconds, a changed password's success after ten (§2.7, §9)", async ({
  page,
  context,
}) => {
  await comeAs(context, await newPerson());
  await page.clock.install();
  await visit(page, home("port-serac", "?popup=Account"));
  const account = page.locator("#account-sheet:modal");
  await expect(account.locator("[name=current_password]")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await account.getByLabel("Par courrier").check();
  const toast = page.locator(".toast");
  await expect(toast).toHaveText("Préférences enregistrées");
  await page.clock.runFor(3_999);
  await expect(toast).toHaveText("Préférences enregistrées");
  await page.clock.runFor(1);
  await expect(toast).toHaveCount(0);
  const form = account.locator("form:has([name=current_password])");
  await form.locator("[name=current_password]").fill(PERSON_PASSWORD);
  await form.locator("[name=password]").fill("Voile-Blanche!12");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  const success = form.locator(".is-success[role=status]");
  await expect(success).toContainText("Mot de passe modifié avec succès");
  await page.clock.runFor(9_999);
  await expect(success).toContainText("Mot de passe modifié avec succès");
  await expect(form.locator("[name=password]")).toBeDisabled();
  await page.clock.runFor(1);
  await expect(success).toHaveCount(0);
  await expect(form.locator("[name=password]")).toBeEnabled();
});

test("logging out reaches the other tab, and the way back shows nobody (G44)", async ({ page, context, forgive }) => {
  forgive(/401/);
  await logIn(page, "member");
  const other = await context.newPage();
  await other.goto(home("port-serac", "agenda"));
  await expect(other.locator(".masthead-member")).toBeVisible();
  await other.waitForFunction(() => document.scripts.length > 4);
  await page.locator("#menu:modal").getByRole("button", { name: "Me déconnecter" }).click();
  await expect(other.locator(".masthead-member")).toHaveCount(0);
  await expect(page.locator(".masthead-member")).toHaveCount(0);
  await page.goBack();
  await expect(page.locator(".masthead-member")).toHaveCount(0);
});

test("everything of the account works without script (§2.3)", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "fr-FR" });
  const page = await context.newPage();
  await page.goto(home("port-serac", "me-connecter?redirect=%2Fagenda"));
  await page.locator("[name=email]").fill("new@demo.belrive.example");
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL(home("port-serac", "agenda"));
  await page.goto(home("port-serac", "agenda?popup=Menu"));
  await page.getByRole("link", { name: "Mon compte" }).click();
  await expect(page.locator("#account-sheet")).toBeVisible();
  const contact = page.locator("form:has([name=CANAL_EMAIL])");
  await contact.getByLabel("Par SMS").check();
  await contact.getByRole("button", { name: "Enregistrer" }).click();
  await page.waitForURL(/\/mon-compte\?done=optins$/);
  await expect(contact.getByLabel("Par SMS")).toBeChecked();
  await page.locator("main").getByRole("button", { name: "Me déconnecter", exact: true }).click();
  await page.waitForURL(home("port-serac"));
  await expect(page.locator(".masthead-member")).toHaveCount(0);
  await context.close();
});

const APP_HOUSES = {
  fr: { phone: "port-serac", desktop: "valombre" },
  en: { phone: "blankenduin", desktop: "la-rochemar" },
};
const IN_THE_APP = [
  ["fr", "Pas encore inscrit", "Me connecter"],
  ["en", "Not registered yet", "Log me in"],
] as const;
for (const [language, register, submit] of IN_THE_APP)
  test(`in the app in ${language}, logging in is the app's: a popup, a session of its own, and the page behind is logged in (G80, G81)`, async ({
    page,
    context,
    viewport,
  }) => {
    // The app keeps one log-in a house: four of these at once have one each.
    const house = APP_HOUSES[language][(viewport?.width ?? 0) < 900 ? "phone" : "desktop"];
    const view = `http://${house}.localhost:${SANDBOX_PORT}/`;
    const begun = new Date().toISOString();
    await page.goto(`${view}agenda?locale=${language}`);
    await page.waitForFunction(() => document.scripts.length > 4);
    // They are in the page; now they have also come.
    await page.waitForLoadState("networkidle");
    const opened = context.waitForEvent("page");
    await page.locator('header a[href="/me-connecter"]:visible').click();
    const popup = await opened;
    await expect(popup.getByRole("button", { name: submit })).toBeVisible();
    await expect(popup.getByText(register)).toHaveCount(0);
    // The button is there before what makes it felt; nobody types as fast as this test.
    await popup.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/assets/native.js")),
    );
    await popup.locator("[name=email]").fill("member@demo.belrive.example");
    await popup.locator("[name=password]").fill(PASSWORD);
    await popup.getByRole("button", { name: submit }).click();
    await expect(popup.getByRole("heading", { name: "The app is open" })).toBeVisible();
    await expect(page.locator(".masthead-member")).toBeVisible();
    type Said = { at: string; message: { type: string } };
    const said = async () => {
      const all = (await (await page.request.get(`http://localhost:${SANDBOX_PORT}/api/native`)).json()) as Said[];
      return all.filter(({ at }) => at >= begun).map(({ message }) => message.type);
    };
    await expect.poll(said).toEqual(expect.arrayContaining(["openPopup", "vibrateHaptic", "appOpened"]));
    const felt = async () => (await said()).filter((type) => type === "vibrateHaptic").length;
    const before = await felt();
    await visit(page, `${new URL(page.url()).origin}/?popup=Card`);
    await expect(page.locator("[data-haptic]")).toBeVisible();
    await expect.poll(felt, "the card is felt while it is held out").toBeGreaterThan(before + 1);
  });
