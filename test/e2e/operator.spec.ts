import { execFileSync } from "node:child_process";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { home, PORT } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

/** A link as the command prints it, for a site that runs already (its data directory: DATA_DIR, by default the run's own). */
function link(slug: string, name: string): string {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: process.env["E2E_DATA_DIR"] ?? ".data/e2e" };
  return execFileSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "bin/operator.ts", slug, "--as", name],
    {
      env,
    },
  )
    .toString()
    .trim();
}

async function logIn(page: Page, slug: string, name: string): Promise<void> {
  const address = link(slug, name);
  await page.goto(address);
  await page.waitForURL(home(slug));
  await page.getByRole("button", { name: "Démarrer l’édition" }).click();
}

async function openText(page: Page, key: string) {
  await page.getByRole("button", { name: new RegExp(`(texte|text) ${key}$`) }).click();
  const text = page.locator(`[data-content-key="${key}"]`);
  await expect(text.locator(".op-holder[aria-busy=false] .ce-block").first()).toBeVisible();
  await text.locator(".op-holder [contenteditable=true]").first().click();
  return text;
}

/** Somebody who knows nothing of operators. */
async function asVisitor(slug: string, path = "/"): Promise<string> {
  return (await get(slug, path)).text;
}

/** Two browsers, two languages and an editor: a busy machine takes its time. */
test.slow();

const unique = (words: string, project: string) => `${words} (${project}, ${Date.now()}).`;

test("a link opens the editor once, and leaves no trace of itself", async ({ page, context, forgive }, { project }) => {
  test.skip(project.name !== "phone");
  forgive(/answered 401/);
  forgive(/401 \(Unauthorized\)/);
  const address = link("valombre", "Camille");
  await page.goto(address);
  await page.waitForURL(home("valombre"));
  await expect(page.getByRole("dialog", { name: "Bienvenue, Camille" })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).not.toContain("operator");
  await page.goBack();
  expect(page.url()).not.toContain("adminAuth");
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByRole("heading", { name: "Ce lien ne s’ouvre pas" })).toBeVisible();
  expect(second.url()).toBe(home("valombre"));
});

test("a text is changed in both languages, comes back from its past, and the way out is a visitor's page", async ({
  page,
}, { project }) => {
  const key = "home-edito";
  const slug = project.name === "phone" ? "port-serac" : "la-rochemar";
  const french = unique("Ce soir, toutes les lampes sont allumées", project.name);
  const english = unique("Tonight every lamp is lit", project.name);
  await logIn(page, slug, "Camille");

  let text = await openText(page, key);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(french);
  await expect(text.getByRole("status")).toContainText("Brouillon gardé");
  // A closed tab loses nothing.
  await page.reload();
  await expect(page.locator(`[data-content-key="${key}"]`)).toContainText("Brouillon");
  text = await openText(page, key);
  await expect(text.getByRole("status")).toContainText("a été repris");
  await expect(text.locator(".op-holder")).toContainText(french);
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
  await expect(page.locator(`[data-content-key="${key}"] .prose`).first()).toContainText(french);
  await expect.poll(() => asVisitor(slug, "/?locale=fr"), { timeout: 2_000 }).toContain(french);

  await page.getByRole("link", { name: "English" }).click();
  await expect(page.locator(`[data-content-key="${key}"]`)).toContainText("Shows the French text");
  text = await openText(page, key);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(english);
  await expect(text.getByRole("status")).toContainText("Draft kept");
  await text.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("is live")).toBeVisible();
  expect(await asVisitor(slug, "/?locale=en")).toContain(english);
  expect(await asVisitor(slug, "/?locale=fr")).toContain(french);

  await page.getByRole("link", { name: "Français" }).click();
  text = await openText(page, key);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Venez.");
  await expect(text.getByRole("button", { name: "Annuler" })).toBeEnabled();
  await text.getByRole("button", { name: "Annuler" }).click();
  await expect(text.locator(".op-holder")).not.toContainText("Venez.");
  await text.getByRole("button", { name: "Rétablir" }).click();
  await expect(text.locator(".op-holder")).toContainText("Venez.");
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.locator(`[data-content-key="${key}"] .prose`).first()).toContainText("Venez.");
  text = await openText(page, key);
  await text.getByRole("button", { name: "Historique" }).click();
  const history = page.getByRole("dialog", { name: `Historique de ${key}` });
  await expect(history.getByText("C’est la version en ligne.")).toBeVisible();
  expect((await new AxeBuilder({ page }).include(".op-dialog").analyze()).violations).toEqual([]);
  await history.getByRole("listitem").nth(1).getByRole("button").first().click();
  await history.getByRole("button", { name: "Restaurer cette version" }).click();
  await expect(page.locator(`[data-content-key="${key}"] .prose`).first()).not.toContainText("Venez.");

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page.locator(".op-toolbar")).toHaveCount(0);
  expect(await page.content()).not.toContain("data-content-key");
});

test("two operators on one text: both versions stand side by side, and nothing is lost", async ({
  page,
  browser,
  forgive,
}, { project }) => {
  forgive(/answered 409/);
  forgive(/409 \(Conflict\)/);
  const slug = project.name === "phone" ? "cap-ferrand" : "le-havrelac";
  await logIn(page, slug, "Camille");
  const other: BrowserContext = await browser.newContext({ locale: "fr-FR" });
  const second = await other.newPage();
  await logIn(second, slug, "Dominique");
  const mine = await openText(page, "home-edito");
  const theirs = await openText(second, "home-edito");
  await page.keyboard.type("La version de Camille.");
  await second.keyboard.type("La version de Dominique.");
  await expect(theirs.getByRole("status")).toContainText("Brouillon gardé");
  await theirs.getByRole("button", { name: "Enregistrer" }).click();
  await expect(second.getByText("est en ligne")).toBeVisible();
  await expect(mine.getByRole("status")).toContainText("Brouillon gardé");
  await mine.getByRole("button", { name: "Enregistrer" }).click();
  const conflict = page.getByRole("dialog", { name: "Deux versions du même texte" });
  await expect(conflict).toContainText("Dominique");
  expect((await new AxeBuilder({ page }).include(".op-dialog").analyze()).violations).toEqual([]);
  await conflict.getByRole("radio", { name: "Les deux" }).first().check();
  await conflict.getByRole("button", { name: "Reprendre ce texte" }).click();
  await expect(mine.locator(".op-holder")).toContainText("La version de Dominique.");
  await expect(mine.locator(".op-holder")).toContainText("La version de Camille.");
  await mine.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
  await other.close();
});

test("words on the page since before somebody else's save never go over it unseen (C2)", async ({
  page,
  browser,
  forgive,
}, { project }) => {
  test.skip(project.name !== "desktop");
  forgive(/answered 409/);
  forgive(/409 \(Conflict\)/);
  const slug = "valombre";
  const theirs = unique("Ce que Dominique a changé", project.name);
  await logIn(page, slug, "Camille");
  const other = await browser.newContext({ locale: "fr-FR" });
  const second = await other.newPage();
  await logIn(second, slug, "Dominique");
  for (const [who, key, words] of [
    [second, "home-edito", theirs],
    // A save of another text tells Camille's page where every text stands by now.
    [page, "home-text", unique("Ce que Camille a changé ailleurs", project.name)],
  ] as const) {
    const text = await openText(who, key);
    await who.keyboard.press("ControlOrMeta+a");
    await who.keyboard.type(words);
    await expect(text.getByRole("status")).toContainText("Brouillon gardé");
    await text.getByRole("button", { name: "Enregistrer" }).click();
    await expect(who.getByText("est en ligne")).toBeVisible();
  }
  const mine = await openText(page, "home-edito");
  await page.keyboard.type("Ce que Camille écrit sur l’ancien texte.");
  await expect(mine.getByRole("status")).toContainText("Brouillon gardé");
  await mine.getByRole("button", { name: "Enregistrer" }).click();
  const conflict = page.getByRole("dialog", { name: "Deux versions du même texte" });
  await expect(conflict).toContainText(theirs);
  await conflict.getByRole("button", { name: "Reprendre ce texte" }).click();
  await mine.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText(/home-edito.+est en ligne/)).toBeVisible();
  await expect.poll(() => asVisitor(slug, "/?locale=fr"), { timeout: 4_000 }).toContain(theirs);
  // What one has just saved oneself is no conflict.
  const again = await openText(page, "home-edito");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Encore.");
  await expect(again.getByRole("status")).toContainText("Brouillon gardé");
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await expect.poll(() => asVisitor(slug, "/?locale=fr"), { timeout: 4_000 }).toContain("Encore.");
  await other.close();
});

test("a picture is replaced with its words in each language and its point, and seen by a visitor", async ({ page }, {
  project,
}) => {
  const slug = project.name === "phone" ? "aubenac" : "blankenduin";
  await logIn(page, slug, "Camille");
  await page.getByRole("button", { name: "Images" }).click();
  await page.getByRole("dialog").getByRole("listitem").nth(1).getByRole("button").click();
  const words = page.getByLabel("Ce que l’image montre, en français");
  await expect(words).not.toHaveValue("");
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#1f5fa8" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel(/Remplacer par/).setInputFiles({ name: "nuit.jpg", mimeType: "image/jpeg", buffer: bytes });
  await words.fill("");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Décrivez l’image en quelques mots")).toBeVisible();
  const told = unique("Une nuit toute bleue", project.name);
  await words.fill(told);
  await page.getByLabel("Point de mire, de gauche à droite").fill("30");
  expect((await new AxeBuilder({ page }).include(".op-dialog").analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  // The picture waits for its turn behind those that a fresh installation still encodes.
  await expect(page.locator(`img[alt="${told}"]`).first()).toBeAttached({ timeout: 40_000 });
  expect(await asVisitor(slug, "/?locale=fr")).toContain(told);
});

test("what the country forbids is refused with the reason, and the text stays under the operator's hands", async ({
  page,
  forgive,
}, { project }) => {
  test.skip(project.name !== "desktop");
  forgive(/answered 422/);
  forgive(/422 \(/);
  await logIn(page, "montreval", "Camille");
  const text = await openText(page, "home-edito");
  await page.keyboard.type("Des jetons offerts à la porte.");
  await expect(text.getByRole("status")).toContainText("Brouillon gardé");
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(text.getByRole("alert")).toContainText("CFMJ");
  await expect(text.locator(".op-holder")).toContainText("Des jetons offerts à la porte.");
});

test("with links off a click edits, with links on it leads to the page as an operator has it", async ({ page }, {
  project,
}) => {
  test.skip(project.name !== "desktop");
  await logIn(page, "sainte-orielle", "Camille");
  await page.getByRole("navigation").getByRole("link", { name: "Jeux" }).first().click();
  expect(page.url()).toBe(home("sainte-orielle"));
  await page.getByRole("button", { name: "Liens désactivés" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Jeux" }).first().click();
  await page.waitForURL(home("sainte-orielle", "jeux"));
  await expect(page.locator('[data-content-key="jeux-edito"]')).toBeVisible();
});
