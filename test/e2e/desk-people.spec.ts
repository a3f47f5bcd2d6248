import type { Page } from "@playwright/test";
import { comeAs, newMember, paidTopUp, SANDBOX } from "./new-member.ts";
import { home } from "./places.ts";
import { giftsOf } from "./screens.ts";
import { comeAsStaff } from "./staff-link.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

/** Two operators in two browsers need more time on a busy machine. */
test.slow();
test.beforeEach(({ context }) => withConsentGiven(context));

async function atDesk(page: Page, name: string): Promise<void> {
  await comeAsStaff(page.context(), "port-serac", name);
  await page.goto(home("port-serac", "desk?locale=fr"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
}

async function findMember(page: Page, who: string): Promise<void> {
  await page.goto(home("port-serac", "desk/membres"));
  await page.getByLabel("Carte, e-mail ou mobile").fill(who);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/membres\/[0-9a-f-]{36}$/);
}

test("shows an offer made at the desk among the member's gifts, burns it at the kiosk and counts the use @desktop", async ({
  page,
  browser,
  allowComplaint,
}) => {
  allowComplaint(/422/);
  await atDesk(page, "Inès");
  const guest = await newMember();
  await findMember(page, guest.email);
  const cards = await page.getByRole("listitem").filter({ hasText: "En vigueur" }).first().innerText();
  const card = (/\d{4}(\s\d{4}){3}/.exec(cards)?.[0] ?? "").replaceAll(/\s/g, "");
  const title = `Coupe du soir ${Date.now() % 100_000}`;

  await page.goto(home("port-serac", "desk/offres"));
  await page.getByRole("link", { name: "Nouvelle offre" }).click();
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: false }).first().fill(text);
  await fill("Titre en français", title);
  await fill("Titre en anglais", title);
  await fill("Texte en français", "Une coupe au bar, ce soir.");
  await fill("Texte en anglais", "A glass at the bar, tonight.");
  await fill("Ce que la personne reçoit, en français", "Une coupe");
  await page.getByRole("button", { name: "Publier l’offre" }).click();
  await expect(page.getByText("À corriger avant d’enregistrer")).toBeVisible();
  await expect(page.getByLabel("Titre en français")).toHaveValue(title);
  await fill("Ce que la personne reçoit, en anglais", "A glass");
  await page.getByLabel("Pour qui").selectOption("member");
  await fill("Numéro de carte", card);
  await page.getByRole("button", { name: "Publier l’offre" }).click();
  await expect(page.getByText("L’offre est publiée.")).toBeVisible();
  const offer = page.url();

  const context = await browser.newContext({ locale: "fr-FR" });
  await withConsentGiven(context);
  await comeAs(context, guest);
  const member = await context.newPage();
  await member.goto(home("port-serac", "cgu?popup=Offers"));
  const sheet = giftsOf(member);
  await sheet.getByRole("link", { name: title }).click();
  const code = (await sheet.getByRole("button", { name: /Copier le code$/ }).innerText()).replaceAll(/\D/g, "");
  const kiosk = await context.newPage();
  await kiosk.goto(`${SANDBOX}/casino/kiosk?site=151`);
  const gift = kiosk.getByRole("form", { name: "Un cadeau" });
  await gift.getByLabel("Code du cadeau", { exact: true }).fill(code);
  await gift.getByRole("button", { name: "L’utiliser" }).click();
  await expect(kiosk.locator("[data-status]")).toHaveAttribute("data-status", "200");
  await context.close();

  await page.goto(offer);
  await expect(page.getByRole("cell", { name: `Code finissant par ${code.slice(-4)}` })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(code);
  await page.getByRole("button", { name: "Annuler l’offre" }).click();
  await expect(page.getByText("L’offre est annulée.")).toBeVisible();
});

test("sends a top-up back to the bank only after a second operator has approved @desktop", async ({
  page,
  browser,
}) => {
  const uuid = await paidTopUp(await newMember(), 55);
  await atDesk(page, "Inès");
  await page.goto(home("port-serac", `desk/paiements/${uuid}`));
  await page.getByRole("button", { name: "Demander le remboursement" }).click();
  await expect(page.getByText("Votre demande")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approuver" })).toHaveCount(0);

  const context = await browser.newContext({ locale: "fr-FR" });
  await withConsentGiven(context);
  const second = await context.newPage();
  await atDesk(second, "Otto");
  await second.goto(home("port-serac", "desk/paiements"));
  await second
    .getByRole("listitem")
    .filter({ has: second.locator(`a[href$="${uuid}"]`) })
    .getByRole("button", { name: "Approuver" })
    .click();
  await expect(second.getByText("Approuvé")).toBeVisible();
  await context.close();
  await expect(async () => {
    await page.reload();
    await expect(
      page.getByText("Renvoyé par le casino, sur décision de deux personnes.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByText(/^(Remboursé|Remboursement en cours)$/).first()).toBeVisible();
  }).toPass({ timeout: 30_000 });
});

test("prints what a page says, without what is filled in and pressed @desktop", async ({ page }) => {
  const { email } = await newMember();
  await atDesk(page, "Ada");
  await findMember(page, email);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Portefeuille de ce casino" })).toBeVisible();
  for (const name of ["Ce que vous pouvez faire", "Le casino"])
    await expect(page.getByRole("heading", { name })).toBeHidden();
  await expect(page.locator("label, input:not([type=hidden])").filter({ visible: true })).toHaveCount(0);
  await page.goto(home("port-serac", "desk/journal"));
  await expect(page.getByText("Fiche de membre ouverte").first()).toBeVisible();
  await expect(page.getByText("Rubrique", { exact: true })).toBeHidden();
});

test("has no axe faults on the desk's pages, and finds a member by keyboard alone @desktop", async ({ page }) => {
  const { email } = await newMember();
  await atDesk(page, "Ada");
  // High enough for all links at the side: what a scroll box hides of a link counts as missing size.
  await page.setViewportSize({ width: 1440, height: 1100 });
  for (const path of [
    "desk/membres",
    "desk/offres",
    "desk/offres/nouvelle",
    "desk/paiements",
    "desk/vigilance",
    "desk/journal",
    "desk/equipe",
  ]) {
    await page.goto(home("port-serac", path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await axeFaults(page), path).toEqual([]);
  }
  await page.goto(home("port-serac", "desk/membres"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Carte, e-mail ou mobile")).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/membres\/[0-9a-f-]{36}$/);
  expect(await axeFaults(page)).toEqual([]);
  await expect(page.locator("body")).not.toContainText(email);
});
