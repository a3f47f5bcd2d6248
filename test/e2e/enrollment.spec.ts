import { randomInt } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { axeFaults, expect, test, visit } from "./watched.ts";

const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
const PASSWORD = "Belrive!2026";
const CREATE = home("port-serac", "players-plus/create");

test.beforeEach(async ({ context }) => {
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
});

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;

async function mayBeCounted(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D1%26ads%3D0", url: home("port-serac") }]);
}

async function isSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

async function logIn(page: Page, who: string): Promise<void> {
  await visit(page, home("port-serac", "me-connecter"));
  await page.fill("[name=email]", `${who}@demo.belrive.example`);
  await page.fill("[name=password]", PASSWORD);
  await page.locator("#account .form-submit").click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
}

async function post(path: string, body: object, method = "POST"): Promise<unknown> {
  const answer = await fetch(`${SANDBOX}${path}`, {
    method,
    headers: { ...ALONE, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** The provider comes to a result about the newest journey. */
async function play(outcome: string, document?: object): Promise<void> {
  const list = (await (await fetch(`${SANDBOX}/api/identity`, { headers: ALONE })).json()) as { id: string }[];
  await post(`/api/identity/${list[0]?.id}`, { outcome, ...(document === undefined ? {} : { document }) });
}

/** Registers in the pages, confirms the address and verifies a phone, as everybody does. Gives the last name. */
async function registers(page: Page): Promise<string> {
  const email = `enrolls-${Date.now()}-${randomInt(1e6)}@example.test`;
  const lastname = `Dubois${String(randomInt(1e6)).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a")}`;
  await visit(page, home("port-serac", "creer-un-compte"));
  await page.locator(".field-choices label").nth(1).click();
  await page.fill("[name=lastname]", lastname);
  await page.fill("[name=firstname]", "Camille");
  await page.locator("[name=birthday]").pressSequentially("12041988");
  await submit(page).click();
  await page.fill("[name=email]", email);
  await page.fill("[name=password]", "Opale-Marine!47");
  await page.locator("[name=terms]").check();
  await submit(page).click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  const sent = async () => (await newest(`/api/mail?to=${encodeURIComponent(email)}`)).text;
  await expect.poll(sent, { timeout: 20_000 }).toContain("/email-confirmation");
  await page.goto(/http\S+email-confirmation\S+/.exec(await sent())?.[0] ?? "");
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  await visit(page, home("port-serac", "phone-define"));
  const number = `0612${String(randomInt(1e6)).padStart(6, "0")}`;
  await page.locator("[name=device]").pressSequentially(number);
  await page.locator(".field-choices label").first().click();
  await submit(page).click();
  await expect(page.locator("[name=otp]")).toBeFocused();
  const code = (await newest(`/api/sms?to=${encodeURIComponent(`+33${number.slice(1)}`)}`)).text;
  await page.locator("[name=otp]").pressSequentially(/\d{4}/.exec(code)?.[0] ?? "");
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  return lastname;
}

/** The newest message of one of the sandbox's inboxes. */
async function newest(path: string): Promise<{ text: string }> {
  const messages = (await (await fetch(`${SANDBOX}${path}`, { headers: ALONE })).json()) as { text: string }[];
  return messages[0] ?? { text: "" };
}

/** Somebody at the casino's entrance desk or kiosk, who types a code. */
async function atTheCasino(
  page: Page,
  place: { role: string; form: string; field: string; code: string; does: string; ticks?: string },
) {
  await page.goto(`${SANDBOX}/casino/${place.role}?site=151`);
  const form = page.getByRole("form", { name: place.form });
  await form.getByLabel(place.field, { exact: true }).fill(place.code);
  if (place.ticks !== undefined) await form.getByLabel(place.ticks).check();
  await form.getByRole("button", { name: place.does }).click();
  await expect(page.locator(".said")).toHaveAttribute("data-status", "200");
}

const submit = (page: Page) => page.locator("#account .form-submit:visible");
const heading = (page: Page) => page.locator("#account h1");

test("from the sofa to the kiosk in one go: registers, enrolls, is seen at the entrance, shows a card and uses a gift", async ({
  page,
  context,
}) => {
  test.skip(!isPhone(page), "one person enrolls once");
  test.setTimeout(240_000);
  await mayBeCounted(context);
  await visit(page, home("port-serac", "players-plus"));
  await isSound(page);
  const lastname = await registers(page);
  await visit(page, home("port-serac", "players-plus?toMenu=true"));
  await page.getByRole("link", { name: /Je deviens Club Belrive/ }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  const go = page.getByRole("button", { name: /C’est parti/ });
  await expect(go).toBeDisabled();
  await page.getByRole("checkbox").check();
  await isSound(page);
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);

  // Who is back before the provider has told of the visit sees the start again; a moment later, the check.
  await expect(async () => {
    await visit(page, CREATE);
    await expect(heading(page)).toHaveText("Vérification en cours", { timeout: 2_000 });
  }).toPass();
  await expect(page.locator("#account")).toContainText("Réception du dossier");
  await play("processing");
  await expect(page.locator("#account")).toContainText(/Contrôle du document \(1\s\/\s6\)/);
  await isSound(page);
  await play("inconclusive");
  await expect(heading(page)).toHaveText("Hmm... Identité incertaine");
  await isSound(page);
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  await page.getByRole("checkbox").check();
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(CREATE);
  await expect(heading(page)).toHaveText(new RegExp(`Félicitations Mme\\. ${lastname}`), { timeout: 20_000 });
  await expect(page.getByRole("img", { name: "QR code de votre carte provisoire" })).toBeVisible();
  await isSound(page);
  const stored = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("baize-enrolled-")),
  );
  expect(stored).toHaveLength(1);

  const number = (await page.locator("[data-copy]").getAttribute("data-copy")) ?? "";
  const casino = await context.newPage();
  const desk = {
    role: "desk",
    form: "Entrance",
    field: "QR code",
    code: number,
    does: "Let in",
    ticks: "Identity checked",
  };
  await atTheCasino(casino, desk);
  await page.bringToFront();
  await page.waitForURL((url) => url.searchParams.get("popup") === "Card" || url.pathname === "/", { timeout: 40_000 });
  await visit(page, home("port-serac", "?popup=Card"));
  await expect(page.getByRole("dialog", { name: "Ma carte" }).getByText(lastname)).toBeVisible();
  await isSound(page);

  await visit(page, home("port-serac", "?popup=Offers"));
  const gifts = page.locator("#offers-sheet:modal");
  await gifts.locator("a.gift-place").first().click();
  const gift = (await gifts.locator("[data-copy]").getAttribute("data-copy")) ?? "";
  await atTheCasino(casino, { role: "kiosk", form: "A gift", field: "Gift code", code: gift, does: "Use it" });
  await page.bringToFront();
  await expect(gifts.locator("[data-gift-state=burned]")).toContainText("Cadeau utilisé");
});

test("somebody READY sees the code again, and closing leads to the menu (section 2.8)", async ({ page }) => {
  await logIn(page, "ready");
  await visit(page, home("port-serac", "players-plus"));
  await isSound(page);
  await page.getByRole("link", { name: /Activer ma carte/ }).click();
  await expect(heading(page)).toHaveText(/Félicitations Mr\. Lecorvaisier/);
  await isSound(page);
  await page.getByRole("link", { name: "Fermer" }).click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
});
