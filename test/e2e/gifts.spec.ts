import type { Page } from "@playwright/test";
import { home, SANDBOX_PORT } from "./places.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

const PASSWORD = "Belrive!2026";
const KIOSK = `http://localhost:${SANDBOX_PORT}/casino/kiosk?site=151`;

async function logIn(page: Page): Promise<void> {
  await page.goto(home("port-serac", "me-connecter"));
  await page.locator("[name=email]").fill("member@demo.belrive.example");
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Me connecter" }).click();
  await page.waitForURL(/popup=Menu/);
  await expect(page.locator("#menu:modal")).toBeVisible();
}

test.beforeEach(({ context }) => withConsentGiven(context));

test("from the menu to all gifts, to one and back again, by keyboard as by hand (§2.7)", async ({ page }) => {
  test.slow();
  await logIn(page);
  await page.locator("#menu:modal").getByRole("link", { name: "Tout voir" }).click();
  const sheet = page.locator("#offers-sheet:modal");
  await expect(sheet.locator("a.gift-place").first()).toBeVisible();
  expect(await axeFaults(page, "#offers-sheet")).toEqual([]);
  await sheet.getByRole("link", { name: "Utilisés" }).click();
  await expect(sheet.locator(".is-used")).toHaveCount(3);
  await sheet.getByRole("link", { name: "Actifs" }).click();
  await sheet.locator("a.gift-place").last().click();
  await expect(sheet.locator("svg.qr-code")).toBeVisible();
  expect(await axeFaults(page, "#offers-sheet")).toEqual([]);
  // Closing a gift leads to its list, and closing the list to the menu.
  await page.keyboard.press("Escape");
  await expect(sheet.locator("a.gift-place").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.locator("#menu:modal")).toBeVisible();
});

test("a list that is drawn anew while another is opened is not laid over it (§2.7) @once", async ({ page }) => {
  test.slow();
  await logIn(page);
  await page.goto(home("port-serac", "?popup=Offers"));
  const sheet = page.locator("#offers-sheet:modal");
  let letGo = () => {};
  let ask = () => {};
  const held = new Promise<void>((done) => (letGo = done));
  const isAsked = new Promise<void>((asked) => (ask = asked));
  await page.route(
    (url) => url.search === "?popup=Offers",
    async (route) => {
      ask();
      await held;
      await route.continue();
    },
  );
  // As if a kiosk had moved a gift.
  await page.route("**/api/users/gifts/version", (route) => route.fulfill({ headers: { ETag: '"moved"' }, json: {} }));
  await isAsked;
  await sheet.getByRole("link", { name: "Utilisés" }).click();
  await expect(sheet.locator(".is-used")).toHaveCount(3);
  const isAnswered = page.waitForResponse((answer) => new URL(answer.url()).search === "?popup=Offers");
  letGo();
  await (await isAnswered).finished();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  await expect(sheet.locator(".is-used")).toHaveCount(3);
});

test("what a kiosk does with a gift shows in the open page (G113)", async ({ page, context }) => {
  test.slow();
  await logIn(page);
  await page.goto(home("port-serac", "?popup=Offers"));
  const sheet = page.locator("#offers-sheet:modal");
  await sheet.locator("a.gift-place").first().click();
  const code = (await sheet.locator("[data-copy]").getAttribute("data-copy")) ?? "";
  const kiosk = await context.newPage();
  const doIt = async (name: string) => {
    await kiosk.goto(KIOSK);
    const gift = kiosk.getByRole("form", { name: "A gift" });
    await gift.getByLabel("Gift code", { exact: true }).fill(code);
    await gift.getByRole("button", { name }).click();
    await expect(kiosk.locator(".said")).toHaveAttribute("data-status", "200");
    await page.bringToFront();
  };
  await doIt("Hold it");
  await expect(sheet.locator("[data-gift-state=reserved]")).toContainText("Réservé à la borne");
  await doIt("Use it");
  await expect(sheet.locator("[data-gift-state=burned]")).toContainText("Cadeau utilisé");
  await doIt("Take back");
  await expect(sheet.locator("svg.qr-code")).toBeVisible();
});

test("a card's code alone spends nothing: the kiosk first asks for the PIN or the papers (G110) @once", async ({
  page,
}) => {
  await page.goto(KIOSK);
  const spend = async (isSeen: boolean) => {
    const form = page.getByRole("form", { name: "Loyalty euros" });
    await form.getByLabel("Card number", { exact: true }).fill("5163000000000000");
    await form.getByLabel(/^Amount/).fill("1.00");
    await form.getByLabel("PIN or identity checked").setChecked(isSeen);
    await form.getByRole("button", { name: "Spend" }).click();
    return page.locator(".said").getAttribute("data-status");
  };
  expect(await spend(false)).toBe("unseen");
  expect(await axeFaults(page, "main")).toEqual([]);
  expect(await spend(true)).toBe("404");
});

test("the casino's pages hold together without a fault", async ({ page }) => {
  for (const role of ["desk", "kiosk", "machine"]) {
    await page.goto(`http://localhost:${SANDBOX_PORT}/casino/${role}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await axeFaults(page, "main")).toEqual([]);
  }
});
