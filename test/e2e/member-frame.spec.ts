import { addressOf, comeAs, comeAsDemo, DEMO_PASSWORD, newPerson, PASSWORD } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { accountOf, avatarOf, cardOf, field, isOver, isSaid, isSaidWhileHeld, menuOf } from "./screens.ts";
import { axeFaults, expect, test, untilQuiet, visit, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

test("opens the menu from the avatar and the account from the menu, and returns to the menu", async ({
  page,
  context,
}) => {
  await comeAsDemo(context, "member");
  await visit(page, home("port-serac", "jeux"));
  const [menu, account] = [menuOf(page), accountOf(page)];
  await avatarOf(page).click();
  await expect(menu).toContainText("Marguerite d’Aubencourt");
  expect(await axeFaults(page)).toEqual([]);
  await menu.getByRole("link", { name: "Mon compte" }).click();
  await expect(account).toContainText("member@demo.belrive.example");
  await expect(menu).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(avatarOf(page)).toBeFocused();
  await expect(page).toHaveURL(home("port-serac", "jeux"));
});

test("nothing of a page moves when the member arrives, after its text and fonts", async ({ page, context }) => {
  await comeAsDemo(context, "member");
  await context.addCookies([{ name: "has_session", value: "1", url: home("port-serac") }]);
  const held = Promise.withResolvers<void>();
  await page.route("**/session{,.data}*", (route) => held.promise.then(() => route.continue()));
  await visit(page, home("port-serac", "agenda"));
  await expect(page.locator(":root[data-fonts]")).toHaveCount(1);
  await page.evaluate(() => document.fonts.ready);
  const before = await page.evaluate(places);
  held.resolve();
  await expect(avatarOf(page)).toBeVisible();
  expect(await page.evaluate(places)).toEqual(before);
});

test.describe("at one width", { tag: "@once" }, () => {
  test("shows a chosen picture at once, replaces it by the saved one, and refuses one that is too large before uploading", async ({
    page,
    context,
  }) => {
    await comeAs(context, await newPerson());
    const held = Promise.withResolvers<void>();
    await page.route("**/mon-compte/photo{,.data}*", (route) => held.promise.then(() => route.continue()));
    await visit(page, home("port-serac", "cgu?popup=Menu"));
    const photo = menuOf(page).getByLabel("Changer ma photo");
    await photo.setInputFiles("public/icon-192.png");
    const picture = menuOf(page).locator("form img");
    await expect(picture).toHaveAttribute("src", /^(data:image\/png;base64,|blob:)/);
    expect(await picture.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(192);
    held.resolve();
    await isSaid(page, "Avatar modifié avec succès");
    for (const img of [picture, avatarOf(page).locator("img")])
      await expect(img).toHaveAttribute("src", /^\/media\/avatars\//);
    await photo.setInputFiles({ name: "big.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
    await expect(menuOf(page).getByRole("alert")).toHaveText(
      "Le fichier sélectionné dépasse la taille maximale autorisée de 5 Mo.",
    );
    await expect(photo).toHaveAccessibleDescription(/5\sMo/);
  });

  test("hides a toast after four seconds and the success of a changed password after ten, with the focus still in its form", async ({
    page,
    context,
  }) => {
    await comeAs(context, await newPerson());
    await page.clock.install();
    await visit(page, home("port-serac", "cgu?popup=Account"));
    const account = accountOf(page);
    const [current, next] = [field(account, "Mot de passe actuel"), field(account, "Nouveau mot de passe")];
    await expect(current).toBeVisible();
    await page.clock.pauseAt(Date.now() + 60_000);
    await account.getByLabel("Par courrier").check();
    await isSaidWhileHeld(page, "Préférences enregistrées");
    await page.clock.runFor(3_990);
    await isSaid(page, "Préférences enregistrées");
    await page.clock.runFor(10);
    await isOver(page, "Préférences enregistrées");
    await current.fill(PASSWORD);
    await next.fill("Voile-Blanche!12");
    await account.getByRole("button", { name: "Enregistrer" }).click();
    const success = account.getByRole("status").filter({ hasText: "Mot de passe modifié avec succès" });
    await expect(success).toBeFocused();
    await page.clock.runFor(9_999);
    await expect(success).toBeVisible();
    await expect(next).toBeDisabled();
    await page.clock.runFor(1);
    await expect(success).toHaveCount(0);
    await expect(next).toBeEnabled();
    await expect(account.getByRole("heading", { name: "Changer mon mot de passe" })).toBeFocused();
  });

  test.describe("with the service worker", () => {
    test.use({ serviceWorkers: "allow" });

    test("logs out the other tab too, and shows nobody's data on the way back", async ({
      page,
      context,
      allowComplaint,
    }) => {
      allowComplaint(/401/);
      await comeAsDemo(context, "member", { isOwn: true });
      await visit(page, home("port-serac", "cgu?popup=Menu"));
      const other = await context.newPage();
      await visit(other, home("port-serac", "agenda"));
      await expect(avatarOf(other)).toBeVisible();
      await menuOf(page).getByRole("button", { name: "Me déconnecter" }).click();
      await expect(avatarOf(other)).toHaveCount(0);
      await expect(avatarOf(page)).toHaveCount(0);
      await page.goBack();
      await expect(avatarOf(page)).toHaveCount(0);
    });
  });

  test("makes the whole account usable without script", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "fr-FR" });
    const page = await context.newPage();
    await page.goto(home("port-serac", "me-connecter?redirect=%2Fagenda"));
    await field(page, "E-mail").fill(addressOf("new"));
    await field(page, "Mot de passe").fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Me connecter" }).click();
    await page.waitForURL(home("port-serac", "agenda"));
    await page.goto(home("port-serac", "agenda?popup=Menu"));
    await page.getByRole("link", { name: "Mon compte" }).click();
    const sms = page.getByRole("checkbox", { name: "Par SMS" });
    const saved = page.locator("form").filter({ has: sms }).getByRole("button", { name: "Enregistrer" });
    await expect(accountOf(page)).toBeVisible();
    await sms.check();
    await saved.click();
    await page.waitForURL(/\/mon-compte\?done=optins$/);
    await expect(sms).toBeChecked();
    await page.getByRole("main").getByRole("button", { name: "Me déconnecter", exact: true }).click();
    await page.waitForURL(home("port-serac"));
    await expect(avatarOf(page)).toHaveCount(0);
    await context.close();
  });
});

test("logs in inside the app: a popup, a session for the app, and the page behind is logged in @once", async ({
  page,
  context,
}) => {
  const begun = new Date().toISOString();
  await page.goto(`http://port-serac.localhost:${SANDBOX_PORT}/agenda`);
  await untilQuiet(page);
  const opened = context.waitForEvent("page");
  await page.getByRole("banner").getByRole("link", { name: "Se connecter" }).click();
  const popup = await opened;
  const submit = popup.getByRole("button", { name: "Me connecter" });
  await expect(submit).toBeVisible();
  await expect(popup.getByText("Pas encore inscrit")).toHaveCount(0);
  // The button appears before its script has loaded. A person takes longer to type than the script to load; the test waits instead.
  await untilQuiet(popup);
  await field(popup, "E-mail").fill(addressOf("member"));
  await field(popup, "Mot de passe").fill(DEMO_PASSWORD);
  await submit.click();
  await expect(popup.getByRole("heading", { name: "L’app est ouverte" })).toBeVisible();
  await expect(avatarOf(page)).toBeVisible();
  type Said = { at: string; message: { type: string } };
  const said = async () => {
    const all = (await (await page.request.get(`http://localhost:${SANDBOX_PORT}/api/native`)).json()) as Said[];
    return all.filter(({ at }) => at >= begun).map(({ message }) => message.type);
  };
  await expect.poll(said).toEqual(expect.arrayContaining(["openPopup", "vibrateHaptic", "appOpened"]));
  const felt = async () => (await said()).filter((type) => type === "vibrateHaptic").length;
  const before = await felt();
  await visit(page, `${new URL(page.url()).origin}/?popup=Card`);
  await expect(cardOf(page)).toBeVisible();
  await expect.poll(felt, "haptic feedback while the card is shown").toBeGreaterThan(before + 1);
});

/** Runs in the page: where its header's links and its main parts stand, in pixels. */
function places(): string[] {
  return [...document.querySelectorAll(".masthead-nav a, h1, h2, .properties > *, .booking")].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return `${element.textContent} ${[x, y, width, height].map(Math.round).join(" ")}`;
  });
}
