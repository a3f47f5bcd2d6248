import type { Browser, Page } from "@playwright/test";
import { home, PORT, SANDBOX_PORT } from "./places.ts";
import { staffLink } from "./staff-link.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

const MEMBER = "member@demo.belrive.example";
const PASSWORD = "Belrive!2026";
const SANDBOX = `http://localhost:${SANDBOX_PORT}`;

/** Two people at work in two browsers: a busy machine takes its time. */
test.slow();
test.beforeEach(({ context }, { project }) => {
  test.skip(project.name === "phone", "the desk is a desktop's; its list pages are looked at on a phone elsewhere");
  return withConsentGiven(context);
});

async function atDesk(page: Page, name: string): Promise<void> {
  // The address says '/' before the link has been exchanged.
  const isIn = page.waitForResponse(/\/api\/authedit$/);
  await page.goto(staffLink("port-serac", name));
  await isIn;
  await page.goto(home("port-serac", "desk?locale=fr"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
}

async function findMember(page: Page): Promise<void> {
  await page.goto(home("port-serac", "desk/membres"));
  await page.getByLabel("Carte, e-mail ou mobile").fill(MEMBER);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/membres\/[0-9a-f-]{36}$/);
}

test("an offer made at the desk is among the member's gifts, burns at the kiosk, and is counted (§3, G113)", async ({
  page,
  browser,
  forgive,
}) => {
  forgive(/422/);
  await atDesk(page, "Inès");
  await findMember(page);
  const card = (await page.locator(".desk-row", { hasText: "En vigueur" }).locator(".figures").innerText()).replaceAll(/\s/g, "");
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

  const member = await memberPage(browser);
  await member.goto(home("port-serac", "?popup=Offers"));
  const sheet = member.locator("#offers-sheet:modal");
  await sheet.locator("a.gift-place", { hasText: title }).click();
  const code = (await sheet.locator("[data-copy]").getAttribute("data-copy")) ?? "";
  const kiosk = await member.context().newPage();
  await kiosk.goto(`${SANDBOX}/casino/kiosk?site=151`);
  const gift = kiosk.getByRole("form", { name: "A gift" });
  await gift.getByLabel("Gift code", { exact: true }).fill(code);
  await gift.getByRole("button", { name: "Use it" }).click();
  await expect(kiosk.locator(".said")).toHaveAttribute("data-status", "200");
  await member.context().close();

  await page.goto(offer);
  await expect(page.getByRole("cell", { name: `Code finissant par ${code.slice(-4)}` })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(code);
  await page.getByRole("button", { name: "Annuler l’offre" }).click();
  await expect(page.getByText("L’offre est annulée.")).toBeVisible();
});

test("a top-up goes back to the bank when a second person approves, and not before (G149)", async ({
  page,
  browser,
}) => {
  const uuid = await paidTopUp(55);
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
  await second.locator(".desk-row", { hasText: "55,00" }).getByRole("button", { name: "Approuver" }).click();
  await expect(second.getByText("Approuvé")).toBeVisible();
  await context.close();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Rendu par la maison, à deux personnes.")).toBeVisible();
    await expect(page.locator(".desk-badge")).toHaveText(/Remboursé|Remboursement en cours/);
  }).toPass({ timeout: 30_000 });
});

test("the desk's pages hold no fault that axe finds, and a member is found by keyboard alone", async ({ page }) => {
  await atDesk(page, "Ada");
  for (const path of ["desk/membres", "desk/offres", "desk/offres/nouvelle", "desk/paiements", "desk/vigilance", "desk/journal", "desk/equipe"]) {
    await page.goto(home("port-serac", path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await axeFaults(page), path).toEqual([]);
  }
  await page.goto(home("port-serac", "desk/membres"));
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Carte, e-mail ou mobile")).toBeFocused();
  await page.keyboard.type(MEMBER);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/membres\/[0-9a-f-]{36}$/);
  expect(await axeFaults(page)).toEqual([]);
  await expect(page.locator("body")).not.toContainText(MEMBER);
});

async function memberPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "fr-FR" });
  await withConsentGiven(context);
  const page = await context.newPage();
  await page.goto(home("port-serac", "me-connecter"));
  await page.locator("[name=email]").fill(MEMBER);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL(/popup=Menu/);
  return page;
}

/** The demonstration's member pays in, and the sandbox's bank says so; gives the payment. */
async function paidTopUp(amount: number): Promise<string> {
  const api = `http://localhost:${PORT}/api`;
  const call = async (path: string, body: object | null, token = "") => {
    const answer = await fetch(`${api}${path}`, {
      method: body === null ? "GET" : "POST",
      headers: { "content-type": "application/json", origin: home("port-serac").slice(0, -1), authorization: `Bearer ${token}` },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { data?: Record<string, unknown>; unlock?: string };
  };
  const login = await call("/auth/login", { email: MEMBER, password: PASSWORD, source: "WEBSITE", origin: home("port-serac").slice(0, -1) });
  const token = String(login.data?.["token"]);
  let uuid = "";
  // Another test of the same member's may have a top-up under way: one at a time is the rule (G136).
  await expect(async () => {
    const { unlock = "" } = await call("/users/account/cashless/151/unlocks", { pin: "1234" }, token);
    const started = await call(
      "/transaction/init",
      {
        provider: "instant_transfer",
        return_url: home("port-serac", "?popup=Cashless"),
        from: "web",
        site_id: 151,
        product: { type: "cashless", amount, currency: "EUR" },
        data: { site_id: 151, pin_code: unlock },
      },
      token,
    );
    uuid = String(started.data?.["transaction_uuid"] ?? "");
    expect(uuid, JSON.stringify(started)).not.toBe("");
  }).toPass({ timeout: 60_000 });
  const [session] = (await (await fetch(`${SANDBOX}/api/bank`)).json()) as { session_id: string }[];
  await fetch(`${SANDBOX}/api/bank/${session?.session_id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome: "paid" }),
  });
  await expect(async () => {
    const poll = await call(`/transaction/${uuid}`, null, token);
    expect(JSON.stringify(poll)).toContain('"SUCCESS"');
  }).toPass({ timeout: 60_000 });
  return uuid;
}
