import { randomInt } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { Permission } from "../../src/staff/contract.ts";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { seen } from "./seen.ts";
import { comeAsStaff, staffLink } from "./staff-link.ts";
import { axeFaults, expect, test } from "./watched.ts";

/** Starts to edit on the page of games, which has less to draw than Home. */
async function logIn(page: Page, slug: string, name: string, { path = "jeux", can }: Place = {}): Promise<void> {
  await comeAsStaff(page.context(), slug, name, can);
  await page.goto(home(slug, path));
  await page.getByRole("button", { name: "Démarrer l’édition" }).click();
}

type Place = { path?: string; can?: Permission[] };

/** An open text in the editor: its content, its messages and its buttons. */
const editing = (page: Page, key: string) =>
  page.getByRole("group", { name: new RegExp(`^(Modification de|Editing) ${key}$`) });
const opener = (page: Page, key: string) => page.getByRole("button", { name: new RegExp(`(texte|text) ${key}$`) });
/** The content in the editor, block by block. */
const wordsIn = (text: Locator) => text.locator("[contenteditable=true]");

async function openText(page: Page, key: string): Promise<Locator> {
  await opener(page, key).click();
  const text = editing(page, key);
  await expect(text.getByRole("status")).toContainText(/est ouvert|a été repris|is open|taken up/);
  await wordsIn(text).first().click();
  return text;
}

/** Saves a text once the browser has kept it. */
async function save(text: Locator): Promise<void> {
  await expect(text.getByRole("status")).toContainText("gardé dans ce navigateur");
  await text.getByRole("button", { name: "Enregistrer" }).click();
}

/** The page as a visitor sees it. */
async function asVisitor(slug: string, path = "/"): Promise<string> {
  return (await get(slug, path)).text;
}

/** Two browsers, two languages and an editor need more time on a busy machine. */
test.slow();

const unique = (words: string) => `${words} (${Date.now()}-${randomInt(1e6)}).`;

test("opens the editor by a link once, and leaves no trace of the link @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/answered 401/);
  allowComplaint(/401 \(Unauthorized\)/);
  const address = await staffLink("valombre", "Camille");
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

test("changes a text in both languages, restores an earlier revision, and returns to the visitor's page at log-out @once", async ({
  page,
}) => {
  const key = "home-edito";
  const slug = "port-serac";
  const french = unique("Ce soir, toutes les lampes sont allumées");
  const english = unique("Tonight every lamp is lit");
  const hadEnglish = (await asVisitor(slug, "/?locale=en")).includes("Tonight every lamp is lit");
  await logIn(page, slug, "Camille", { path: "" });

  let text = await openText(page, key);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(french);
  await expect(text.getByRole("status")).toContainText("gardé dans ce navigateur");
  // A closed tab loses nothing.
  await page.reload();
  await expect(page.getByText("Non enregistré", { exact: true })).toBeVisible();
  text = await openText(page, key);
  await expect(text.getByRole("status")).toContainText("a été repris");
  await expect(text).toContainText(french);
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
  await expect(text).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(french);
  await expect.poll(() => asVisitor(slug, "/?locale=fr"), { timeout: 2_000 }).toContain(french);

  await page.getByRole("link", { name: "English" }).click();
  // An earlier run of today may have set the English text.
  if (!hadEnglish) await expect(page.getByText("Shows the French text").first()).toBeVisible();
  text = await openText(page, key);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(english);
  await expect(text.getByRole("status")).toContainText("kept in this browser");
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
  await expect(text).not.toContainText("Venez.");
  await text.getByRole("button", { name: "Refaire" }).click();
  await expect(text).toContainText("Venez.");
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(text).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Venez.");
  text = await openText(page, key);
  await text.getByRole("button", { name: "Historique" }).click();
  const history = page.getByRole("dialog", { name: `Historique de ${key}` });
  await expect(history.getByText("C’est la version en ligne.")).toBeVisible();
  expect(await axeFaults(page, page.getByRole("dialog"))).toEqual([]);
  await history.getByRole("listitem").nth(1).getByRole("button").first().click();
  await history.getByRole("button", { name: "Rétablir cette version" }).click();
  await expect(history).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText("Venez.");

  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await expect(page.getByRole("navigation", { name: "Outils de modification" })).toHaveCount(0);
  await expect(opener(page, key)).toHaveCount(0);
});

test("shows both versions when two operators edit one text, and never overwrites the other's save unseen @desktop", async ({
  page,
  browser,
  allowComplaint,
}) => {
  allowComplaint(/answered 409/);
  allowComplaint(/409 \(Conflict\)/);
  const slug = "le-havrelac";
  const other = await browser.newContext({ locale: "fr-FR" });
  const second = await other.newPage();
  for (const [who, name] of [
    [page, "Camille"],
    [second, "Dominique"],
  ] as const)
    await logIn(who, slug, name, { path: "" });
  await test.step("a conflict", () => meetInOneText(page, second));
  await test.step("a save that the other one's page has heard of", () => goOnAfterOthers(page, second, slug));
  await test.step("the next text, opened before the answer to a save", () => openNextWhileSaving(page));
  await test.step("words typed before the answer to a save", () => typeOnWhileSaving(page));
  await other.close();
});

/** Both edit one text. The later save is refused, and its operator takes both versions. */
async function meetInOneText(page: Page, second: Page): Promise<void> {
  const mine = await openText(page, "home-edito");
  const theirs = await openText(second, "home-edito");
  await page.keyboard.type("La version de Camille.");
  await second.keyboard.type("La version de Dominique.");
  await save(theirs);
  await expect(second.getByText("est en ligne")).toBeVisible();
  await save(mine);
  const conflict = page.getByRole("dialog", { name: "Deux versions du même texte" });
  await expect(conflict).toContainText("Dominique");
  await seen(page, "operator-conflict");
  expect(await axeFaults(page, page.getByRole("dialog"))).toEqual([]);
  await conflict.getByRole("radio", { name: "Les deux" }).first().check();
  await conflict.getByRole("button", { name: "Reprendre ce texte" }).click();
  await expect(mine).toContainText("La version de Dominique.");
  await expect(mine).toContainText("La version de Camille.");
  await mine.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
}

/** Her own save of another text brings his text to her page. She continues after it, and nothing is overwritten. */
async function goOnAfterOthers(page: Page, second: Page, slug: string): Promise<void> {
  const theirs = unique("Ce que Dominique a changé");
  await second.reload();
  for (const [who, key, words] of [
    [second, "home-edito", theirs],
    [page, "home-text", unique("Ce que Camille a changé ailleurs")],
  ] as const) {
    const text = await openText(who, key);
    await who.keyboard.press("ControlOrMeta+a");
    await who.keyboard.type(words);
    await save(text);
    await expect(who.getByText(`« ${key} » est en ligne.`)).toBeVisible();
  }
  await expect(page.getByRole("main")).toContainText(theirs);
  for (const more of [" Ce que Camille y ajoute.", " Encore."]) {
    const mine = await openText(page, "home-edito");
    await expect(mine.locator(".op-holder")).toContainText(theirs);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(more);
    await save(mine);
    await expect.poll(() => asVisitor(slug, "/?locale=fr"), { timeout: 4_000 }).toContain(more.trim());
  }
  expect(await asVisitor(slug, "/?locale=fr")).toContain(theirs);
}

/** She opens the next text while the first one is being saved. It stays open when the answer comes, and she reads what became of the first. */
async function openNextWhileSaving(page: Page): Promise<void> {
  for (const [status, said] of [
    [200, "« home-text » est en ligne."],
    [409, "« home-text » n’est pas enregistré."],
  ] as const) {
    const answer = Promise.withResolvers<void>();
    await page.route("**/api/project/content", async (route) => {
      await answer.promise;
      const theirs = {
        rev: 1,
        content: '{"blocks":[]}',
        updated_at: "2026-01-01T20:00:00.000Z",
        operator: "Dominique",
      };
      if (status === 200) await route.continue();
      else await route.fulfill({ status, json: { error: "", error_details: { theirs } } });
    });
    const first = await openText(page, "home-text");
    await page.keyboard.type(unique("Elle passe au texte suivant"));
    await save(first);
    const next = await openText(page, "home-edito");
    answer.resolve();
    await expect(page.getByText(said)).toBeVisible();
    await wordsIn(next).first().click();
    await next.getByRole("button", { name: "Fermer" }).click();
    await expect(next).toHaveCount(0);
    await page.unroute("**/api/project/content");
  }
}

/** She types on while the text is being saved. What she typed then is kept, unsaved. */
async function typeOnWhileSaving(page: Page): Promise<void> {
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/project/content", async (route) => {
    await answer.promise;
    await route.continue();
  });
  const text = await openText(page, "home-edito");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Ce qui part.");
  await save(text);
  await wordsIn(text).first().click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" Ce qui reste.");
  answer.resolve();
  await expect(page.getByText("« home-edito » est en ligne. Ce que vous aviez écrit est gardé")).toBeVisible();
  await expect(await openText(page, "home-edito")).toContainText("Ce qui part. Ce qui reste.");
}

test("replaces a picture with its descriptions and focal point, and shows it to a visitor @once", async ({ page }) => {
  const slug = "aubenac";
  await logIn(page, slug, "Camille", { path: "" });
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
  const told = unique("Une nuit toute bleue");
  await words.fill(told);
  await page.getByLabel("Point d’intérêt, de gauche à droite").fill("30");
  expect(await axeFaults(page, page.getByRole("dialog"))).toEqual([]);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  // On a fresh installation the picture waits behind others in the encoder.
  await expect(page.getByAltText(told).first()).toBeAttached({ timeout: 40_000 });
  expect(await asVisitor(slug, "/?locale=fr")).toContain(told);
});

test("refuses a text that the country's law forbids with the reason, and keeps it in the editor @desktop", async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/answered 422/);
  allowComplaint(/422 \(/);
  await logIn(page, "montreval", "Camille");
  const text = await openText(page, "jeux-edito");
  await page.keyboard.type("Des jetons offerts à la porte.");
  await save(text);
  await expect(text.getByRole("alert")).toContainText("CFMJ");
  await expect(text).toContainText("Des jetons offerts à la porte.");
  // The browser keeps it too.
  await page.reload();
  await openText(page, "jeux-edito");
  await expect(text.getByRole("status")).toContainText("a été repris");
  await expect(text).toContainText("Des jetons offerts à la porte.");
});

test("edits on click with links off, and follows the link as an operator with links on @desktop", async ({ page }) => {
  await logIn(page, "sainte-orielle", "Camille", { path: "" });
  await page.getByRole("navigation").getByRole("link", { name: "Jeux" }).first().click();
  expect(page.url()).toBe(home("sainte-orielle"));
  await page.getByRole("button", { name: "Liens désactivés" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Jeux" }).first().click();
  await page.waitForURL(home("sainte-orielle", "jeux"));
  await expect(opener(page, "jeux-edito")).toBeVisible();
});

/** What a word processor puts on the clipboard beside the text. */
const fromWord = (words: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><style>p.MsoNormal{mso-style-parent:""}</style></head><body lang=FR><!--StartFragment-->
<p class=MsoNormal style='margin-bottom:0cm;mso-pagination:none'><b>La nuit du jazz</b><o:p></o:p></p>
<p class=MsoNormal><span style='font-family:"Comic Sans MS";color:red'>${words}</span><script>canary(1)</script></p>
<h2 onclick="canary(2)">Le programme</h2><ul><li>Swing<li>Blues</ul><table><tr><td>21 heures</td></tr></table>
<img src="x:" onerror="canary(3)"><a href="javascript:canary(4)">ici</a><!--EndFragment--></body></html>`;

async function paste(page: Page, html: string, text: string): Promise<void> {
  await page.evaluate(
    ([rich = "", plain = ""]) => {
      const clipboardData = new DataTransfer();
      if (rich !== "") clipboardData.setData("text/html", rich);
      clipboardData.setData("text/plain", plain);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [html, text],
  );
}

test("stores text pasted from a word processor in blocks without its other markup @desktop", async ({
  page,
  allowComplaint,
}) => {
  // The editor parses what is pasted before it removes markup. The policy blocks each active part.
  allowComplaint(/x:/);
  allowComplaint(/inline (style|event handler)/);
  const called: string[] = [];
  await page.exposeFunction("canary", (what: number) => called.push(`canary ${what}`));
  const words = unique("Un quartet, un piano");
  await logIn(page, "aubenac", "Camille");
  const text = await openText(page, "jeux-edito");
  await page.keyboard.press("ControlOrMeta+a");
  await paste(page, fromWord(words), "La nuit du jazz");
  await expect(text).toContainText(words);
  await expect(text.getByRole("status")).toContainText("gardé dans ce navigateur");
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
  const place = page.getByRole("main");
  await expect(place.getByText(words)).toBeVisible();
  await expect(place.locator("b", { hasText: "La nuit du jazz" }).first()).toBeVisible();
  await expect(place.getByRole("heading", { name: "Le programme" }).first()).toBeVisible();
  await expect(place.getByRole("listitem").filter({ hasText: "Blues" }).first()).toBeVisible();
  await expect.poll(() => asVisitor("aubenac", "/jeux?locale=fr"), { timeout: 4_000 }).toContain(words);
  const shown = await asVisitor("aubenac", "/jeux?locale=fr");
  for (const word of ["La nuit du jazz", "Le programme", "Swing", "Blues", "21 heures"]) expect(shown).toContain(word);
  for (const mark of ["Mso", "mso-", "Comic Sans", "onerror", "onclick", "canary", "javascript:", "<o:p"])
    expect(shown, mark).not.toContain(mark);
  expect(called).toEqual([]);
});

test("keeps what was typed when the connection is lost while saving @desktop", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED/);
  const words = unique("Écrit pendant la panne");
  await logIn(page, "blankenduin", "Camille");
  const text = await openText(page, "jeux-edito");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  await expect(text.getByRole("status")).toContainText("gardé dans ce navigateur");
  await context.setOffline(true);
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(text.getByRole("status")).toContainText("Votre texte est gardé dans ce navigateur");
  await expect(text).toContainText(words);
  await context.setOffline(false);
  await text.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("est en ligne")).toBeVisible();
  await expect.poll(() => asVisitor("blankenduin", "/jeux?locale=fr"), { timeout: 4_000 }).toContain(words);
});

test("holds a text as a draft until an operator with the permission publishes it @desktop", async ({
  page,
  browser,
}) => {
  const slug = "sainte-orielle";
  const words = unique("Une phrase qui attend");
  const chief = await browser.newContext({ locale: "fr-FR" });
  const desk = await chief.newPage();
  await comeAsStaff(chief, slug, "Dominique");
  const setDrafts = async (choice: string) => {
    await desk.goto(home(slug, "desk/reglages"));
    await desk.getByLabel("Textes en brouillon").selectOption({ label: choice });
    await desk.getByRole("button", { name: "Enregistrer" }).click();
    await expect(desk.getByText("Enregistré.")).toBeVisible();
  };
  await setDrafts("Oui");

  await logIn(page, slug, "Camille", { can: ["SITE_UPDATE"] });
  const text = await openText(page, "jeux-edito");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(words);
  await expect(text.getByRole("status")).toContainText("gardé dans ce navigateur");
  await text.getByRole("button", { name: "Enregistrer en brouillon" }).click();
  await expect(page.getByText("Il attend d’être publié")).toBeVisible();
  await expect(page.getByText(/À publier.*Camille/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Publier", exact: true })).toHaveCount(0);
  expect(await asVisitor(slug, "/jeux?locale=fr")).not.toContain(words);

  await logIn(desk, slug, "Dominique");
  await expect(desk.getByRole("main")).toContainText(words);
  await desk.getByRole("button", { name: "Publier", exact: true }).click();
  await expect(desk.getByText("est en ligne")).toBeVisible();
  await expect.poll(() => asVisitor(slug, "/jeux?locale=fr"), { timeout: 4_000 }).toContain(words);
  await setDrafts("Non");
  await chief.close();
});
