import type { Page } from "@playwright/test";
import { GROUP, home } from "./places.ts";
import { seen } from "./seen.ts";
import { axeFaults, expect, test } from "./watched.ts";

const SLUG = "port-serac";

async function logIn(page: Page, who: string): Promise<void> {
  await page.goto(home(SLUG, "me-connecter"));
  await page.getByLabel("E-mail").fill(`${who}@demo.belrive.example`);
  await page.getByLabel("Mot de passe", { exact: true }).fill("Belrive!2026");
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL((url) => !url.pathname.includes("me-connecter"));
}

test("the card's gates lead one after the other to what is missing, and then to the card (§2.7)", async ({ page }) => {
  await page.goto(home(SLUG, "?popup=Card"));
  await expect(page).toHaveURL(/me-connecter\?redirect=/);
  await logIn(page, "confirmed");
  await page.goto(home(SLUG, "?popup=Card"));
  await expect(page).toHaveURL(/phone-define\?redirect=/);
  await page.context().clearCookies();
  await logIn(page, "member");
  await page.goto(home(SLUG, "?popup=Card"));
  const card = page.getByRole("dialog", { name: "Ma carte" });
  await expect(card.getByText("Mme d’Aubencourt Marguerite")).toBeVisible();
  await expect(card.getByText("21/06/1984")).toBeVisible();
  const code = card.getByRole("img", { name: "QR code de la carte Club Belrive" });
  expect(await code.evaluate((svg) => [svg.getAttribute("width"), svg.getAttribute("height")])).toEqual(["200", "200"]);
  expect(await axeFaults(page)).toEqual([]);
});

test("a click on the number copies it and says so for a moment (§9)", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, "member");
  await page.goto(home(SLUG, "?popup=Card"));
  const card = page.getByRole("dialog", { name: "Ma carte" });
  const button = card.locator("[data-copy]").first();
  const code = (await button.getAttribute("data-copy")) ?? "";
  await expect(button).toContainText(/\d{4} \d{4} \d{4} \d{4}/);
  await expect(async () => {
    await button.click();
    await expect(card.getByText("Copié !")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expect(card.getByText("Copié !")).toBeHidden({ timeout: 3_000 });
});

test("by keyboard: the menu shows the card, Escape closes it, the arrow leads back to the menu", async ({ page }) => {
  await logIn(page, "member");
  await page.goto(home(SLUG, "?popup=Menu"));
  const menu = page.getByRole("dialog", { name: "Votre casino Belrive" });
  const pocket = menu.getByRole("link", { name: "Afficher ma carte" });
  await pocket.focus();
  await page.keyboard.press("Enter");
  const card = page.getByRole("dialog", { name: "Ma carte" });
  await expect(card).toBeVisible();
  await card.getByRole("link", { name: "Revenir au menu" }).press("Enter");
  await expect(menu).toBeVisible();
  await pocket.press("Enter");
  await expect(card).toBeVisible();
  // A sheet that the server has opened is a page until its script is there: only a dialog hears Escape.
  await expect(card).toHaveAttribute("data-led");
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await expect(menu).toBeHidden();
});

test("a card is linked by its number: the two messages of §5, the one refusal, then the card", async ({
  page,
  request,
  forgive,
}, { project }) => {
  // What is refused answers 4xx, which the browser's console tells.
  forgive(/(status of|answered) 4(04|22)/);
  const number = project.name === "phone" ? "4819220377160001" : "4819220377160002";
  const issued = await request.put(`${GROUP}api/floor/cards/${number}`, {
    headers: { authorization: "Bearer floor-151" },
    data: { event_id: `e2e ${number} ${Date.now()}`, lastname: "Marchetti", firstname: "Inès", birthday: "1979-01-23" },
  });
  // One card a person: the second width finds the first one's.
  expect([200, 409]).toContain(issued.status());
  await logIn(page, "verified");
  await page.goto(home(SLUG, "players-plus/link"));
  test.skip(page.url().includes("popup=Card"), "the other width has linked it");
  await page.goto(home(SLUG, "?popup=Card"));
  await expect(page).toHaveURL(/\/players-plus(\?|$)/);
  await page.goto(home(SLUG, "players-plus/link"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lier ma carte");
  expect(await axeFaults(page)).toEqual([]);
  const field = page.getByLabel("Numéro de carte");
  const submit = page.getByRole("button", { name: "Valider" });
  await submit.click();
  await expect(page.getByText("Vous devez entrer un numéro de carte Club Belrive.")).toBeVisible();
  await field.fill("1234");
  await submit.click();
  await expect(page.getByText("Le format ne correspond pas à une carte Club Belrive.")).toBeVisible();
  await field.fill("4819 2203 7716 9999");
  await submit.click();
  await expect(page.getByRole("alert")).toContainText("Nous n’avons pas pu rattacher cette carte");
  await field.fill(issued.status() === 200 ? number : "4819220377160001");
  await submit.click();
  await expect(page.getByText("Carte rattachée à votre compte")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Ma carte" }).getByText("Mme Marchetti Inès")).toBeVisible();
});

test("the card and a gift open with the network cut, and are gone after log-out", async ({
  page,
  context,
  forgive,
}) => {
  forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await logIn(page, "member");
  await page.goto(home(SLUG, "?popup=Menu"));
  const kept = () =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      return (await caches.match("/hors-ligne/carte")) !== undefined && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(kept, { timeout: 20_000 }).toBe(true);
  await context.setOffline(true);
  for (const path of ["?popup=Card", ""]) {
    await page.goto(home(SLUG, path));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votre carte, même sans réseau");
    await expect(page.getByText("Mme d’Aubencourt Marguerite")).toBeVisible();
    await expect(page.getByRole("img", { name: "QR code de la carte Club Belrive" })).toBeVisible();
  }
  const gifts = page.getByRole("region", { name: "Mes cadeaux" });
  await gifts.getByRole("group").first().locator("summary").click();
  await expect(gifts.getByRole("img", { name: /^QR code du cadeau/ }).first()).toBeVisible();
  await expect(gifts.locator("details[open] .code")).toHaveText(/^\d( \d{4}){3}$/);
  expect(await axeFaults(page)).toEqual([]);
  await seen(page, "offline-gift");
  // What the house has not signed is not shown.
  await context.setOffline(false);
  await page.goto(home(SLUG, "agenda"));
  await page.evaluate(async () => {
    const store = await caches.open("member-1");
    const whole = await store.match("/hors-ligne/carte");
    if (whole === undefined) throw new Error("nothing is kept");
    const html = (await whole.text()).replace(/Marguerite/g, "Mallory");
    await store.put("/hors-ligne/carte", new Response(html, { headers: whole.headers }));
  });
  await context.setOffline(true);
  await page.goto(home(SLUG, "?popup=Card"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");

  await context.setOffline(false);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(home(SLUG, "?popup=Menu"));
  await expect.poll(kept, { timeout: 20_000 }).toBe(true);
  await page.getByRole("dialog").getByRole("button", { name: "Me déconnecter" }).click();
  await expect(page.locator("[data-snapshot]")).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/hors-ligne/carte")) === undefined))
    .toBe(true);
  await context.setOffline(true);
  await page.goto(home(SLUG, "?popup=Card"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
});
