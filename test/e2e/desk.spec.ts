import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { home, PORT } from "./places.ts";
import { get } from "./plain-http.ts";
import { seen } from "./seen.ts";
import { axeFaults, expect, test } from "./watched.ts";

/** A link as `npm run operator` prints it, for a site that is running already. */
function link(slug: string, name: string, can?: string): string {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: process.env["E2E_DATA_DIR"] ?? ".data/e2e" };
  const args = ["--disable-warning=ExperimentalWarning", "bin/operator.ts", slug, "--as", name];
  return execFileSync(process.execPath, can === undefined ? args : [...args, "--can", can], { env })
    .toString()
    .trim();
}

async function openDesk(page: Page, slug: string, name: string): Promise<void> {
  await page.goto(link(slug, name, "VENUE_DATA"));
  await page.waitForURL(home(slug, "desk"));
}

const asVisitor = async (slug: string, path = "/") => (await get(slug, path)).text;

const SLUG = "valombre";
/** These tests need no motion, which is slow in a browser without a graphics card. */
test.use({ contextOptions: { reducedMotion: "reduce" } });
test.slow();

test(
  "creates an event, previews it, shows it on the agenda and takes it back",
  { tag: "@desktop" },
  async ({ page, allowComplaint }) => {
    allowComplaint(/422/);
    const title = `Nuit du saxophone ${Date.now()}`;
    await openDesk(page, SLUG, "Camille");
    await page.getByRole("link", { name: "Agenda et spectacles" }).first().click();
    await page.getByRole("link", { name: "Nouvel événement" }).click();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    // All missing fields are reported at once, and the first one gets the focus.
    const first = page.getByRole("group", { name: "Titre" }).getByLabel("Français");
    await expect(first).toHaveAttribute("aria-invalid", "true");
    await expect(first).toBeFocused();
    await first.fill(title);
    await page.getByRole("group", { name: "Titre" }).getByLabel("Anglais").fill("Night of the saxophone");
    await page
      .getByRole("group", { name: "Texte" })
      .getByRole("textbox", { name: "Français" })
      .fill("Un quartet, une nuit.");
    await page
      .getByRole("group", { name: "Texte" })
      .getByRole("textbox", { name: "Anglais" })
      .fill("A quartet, a night.");
    await page.getByRole("combobox", { name: "Image" }).selectOption({ index: 2 });
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel("Commence le").fill(`${day(1)}T21:00`);
    await page.getByLabel("Visible sur le site à partir du").fill(`${day(-1)}T00:00`);
    await page.getByLabel("Visible sur le site jusqu’au").fill(`${day(2)}T03:00`);
    // The preview follows the typing, and nothing is live yet.
    await expect(page.frameLocator("iframe:not([hidden])").getByRole("heading", { name: title })).toBeVisible({
      timeout: 20_000,
    });
    expect(await asVisitor(SLUG, "/agenda")).not.toContain(title);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Enregistré. C’est en ligne.")).toBeVisible();
    await expect.poll(() => asVisitor(SLUG, "/agenda")).toContain(title);

    await page.getByText("Supprimer", { exact: true }).click();
    await page.getByRole("button", { name: "Oui, supprimer" }).click();
    await expect(page.getByText("Supprimé.")).toBeVisible();
    await expect.poll(() => asVisitor(SLUG, "/agenda")).not.toContain(title);
  },
);

test(
  "shows changed hours in the widget, reports a conflict of two operators and restores earlier hours",
  { tag: "@desktop" },
  async ({ page, browser, allowComplaint }) => {
    allowComplaint(/409/);
    // An outdated preview is cancelled, as is one whose page is left.
    allowComplaint(/desk\/apercu\/horaires net::ERR_FAILED/);
    await openDesk(page, SLUG, "Anne");
    const context = await browser.newContext({ locale: "fr-FR" });
    const other = await context.newPage();
    await openDesk(other, SLUG, "Bruno");
    await page.goto(home(SLUG, "desk/horaires"));
    await other.goto(home(SLUG, "desk/horaires"));
    const opens = (one: Page) => one.getByRole("group", { name: "mardi" }).getByLabel("Ouvre à").first();
    await opens(page).fill("09:17");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Enregistré.")).toBeVisible();
    await expect.poll(() => asVisitor(SLUG)).toContain("09:17");

    await opens(other).fill("11:11");
    await other.getByRole("button", { name: "Enregistrer" }).click();
    await expect(other.getByText(/Anne a enregistré une autre version/)).toBeVisible();
    await expect(other.getByRole("cell", { name: "9h17" })).toBeVisible();
    await expect(opens(other)).toHaveValue("11:11");
    await other.getByRole("button", { name: "Enregistrer la mienne par-dessus" }).click();
    await expect(other.getByText("Enregistré.")).toBeVisible();
    await expect.poll(() => asVisitor(SLUG)).toContain("11:11");
    await context.close();

    await page.goto(home(SLUG, "desk/historique/horaires"));
    await expect(page.getByRole("cell", { name: "Bruno" }).first()).toBeVisible();
    // Anne's own change, and the value before it.
    await page
      .getByRole("row", { name: /Anne/ })
      .first()
      .getByRole("button", { name: "Rétablir la version précédente" })
      .click();
    await expect(page.getByText("Version rétablie.")).toBeVisible();
    await expect.poll(() => asVisitor(SLUG)).not.toMatch(/09:17|11:11/);
  },
);

test("adds and removes opening hours by keyboard alone", { tag: "@desktop" }, async ({ page }) => {
  await openDesk(page, SLUG, "Camille");
  await page.goto(home(SLUG, "desk/horaires"));
  const monday = page.getByRole("group", { name: "lundi" });
  const before = await monday.getByLabel("Ouvre à").count();
  await monday.getByRole("button", { name: "Ajouter" }).focus();
  await page.keyboard.press("Enter");
  await expect(monday.getByLabel("Ouvre à")).toHaveCount(before + 1);
  await expect(monday.getByLabel("Ouvre à").last()).toBeFocused();
  await monday.getByRole("button", { name: "Retirer" }).last().focus();
  await page.keyboard.press("Enter");
  await expect(monday.getByLabel("Ouvre à")).toHaveCount(before);
});

test("has no axe faults on the pages of the desk", async ({ page, allowComplaint }, { project }) => {
  allowComplaint(/404/);
  await openDesk(page, SLUG, "Camille");
  const all = [
    "desk",
    "desk/agenda",
    "desk/agenda/nouveau",
    "desk/horaires",
    "desk/images",
    "desk/fichier",
    "desk/reglages",
  ];
  for (const path of project.name === "desktop"
    ? [...all, "desk/historique/horaires", "desk/nulle-part"]
    : ["desk", "desk/agenda"]) {
    await page.goto(home(SLUG, path));
    expect(await axeFaults(page), path).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test("previews an unsaved text at phone width, and reports an empty one", { tag: "@desktop" }, async ({ page }) => {
  await page.goto(link(SLUG, "Camille"));
  await page.getByRole("button", { name: "Démarrer l’édition" }).click();
  await page.goto(home(SLUG, "cgu"));
  await page.getByRole("button", { name: /texte cgu$/ }).click();
  const text = page.locator('[data-content-key="cgu"]');
  await expect(text.locator(".op-holder[aria-busy=false] .ce-block").first()).toBeVisible();
  await text.locator(".op-holder [contenteditable=true]").first().click();
  const typed = `Encore un brouillon ${Date.now()}`;
  await page.keyboard.press("End");
  await page.keyboard.type(` ${typed}`);
  await page.getByRole("button", { name: "Aperçu" }).click();
  await expect(page.frameLocator("iframe[name=op-preview]").getByRole("heading", { name: typed })).toBeVisible();
  expect(await asVisitor(SLUG, "/cgu")).not.toContain(typed);
  await page.getByRole("dialog").getByRole("button", { name: "Fermer" }).click();
  // Pressing it twice selects every block.
  await text.locator(".op-holder [contenteditable=true]").first().click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Backspace");
  await expect(page.getByText("Tout le texte est effacé.")).toBeVisible();
  await page.getByRole("button", { name: "Annuler", exact: true }).first().click();
  await expect(text).toContainText(typed);
});

test(
  "asks before unsaved text is left, also after a preview and after an expired session",
  { tag: "@desktop" },
  async ({ page, context, allowComplaint }) => {
    allowComplaint(/401/);
    await openDesk(page, SLUG, "Camille");
    // The text may be typed before React has loaded.
    let letGo = () => {};
    let ask = () => {};
    const held = new Promise<void>((done) => (letGo = done));
    const isAsked = new Promise<void>((asked) => (ask = asked));
    await page.route(/\/assets\/entry\.client-[\w-]+\.js/, async (route) => {
      ask();
      await held;
      await route.continue();
    });
    await page.goto(home(SLUG, "desk/agenda/nouveau"), { waitUntil: "commit" });
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const leave = () => page.evaluate(() => location.assign("/desk"));
    await page.getByRole("group", { name: "Titre" }).getByLabel("Français").fill("À moitié écrit");
    await isAsked;
    letGo();
    await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Voir l’aperçu" }).click();
    await expect(page.frameLocator("iframe:not([hidden])").getByRole("heading", { level: 1 })).toBeVisible();
    await leave();
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await context.clearCookies();
    // The frame says why it shows nothing.
    await page.getByRole("button", { name: "Voir l’aperçu" }).click();
    const frame = page.frameLocator("iframe:not([hidden])");
    await expect(frame.getByRole("heading", { name: "Votre session est terminée" })).toBeVisible();
    await seen(page, "desk-preview-over");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByRole("alert")).toContainText("Votre session est terminée");
    await leave();
    await expect.poll(() => asked).toEqual(["beforeunload", "beforeunload"]);
    await expect(page.getByRole("group", { name: "Titre" }).getByLabel("Français")).toHaveValue("À moitié écrit");
  },
);
