import type { Locator, Page, Request } from "@playwright/test";
import { comeAsDemo } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { giftsOf, menuOf } from "./screens.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

const KIOSK = `http://localhost:${SANDBOX_PORT}/casino/kiosk?site=151`;

test.beforeEach(({ context }) => withConsentGiven(context));

/** Gifts of the list, found by their date of expiry. */
const giftsIn = (sheet: Locator) => sheet.getByRole("link", { name: /Jusqu’au/ });
const usedIn = (sheet: Locator) => sheet.getByText("Utilisé", { exact: true });
const codeIn = (sheet: Locator) => sheet.getByRole("img", { name: /^QR code du cadeau/ });

test("opens all gifts from the menu, one of them, and returns, by keyboard and by hand", async ({ page, context }) => {
  await comeAsDemo(context, "member");
  await page.goto(home("port-serac", "?popup=Menu"));
  await menuOf(page).getByRole("link", { name: "Tout voir" }).click();
  const sheet = giftsOf(page);
  await expect(giftsIn(sheet).first()).toBeVisible();
  expect(await axeFaults(page, sheet)).toEqual([]);
  await sheet.getByRole("link", { name: "Utilisés" }).click();
  await expect(usedIn(sheet)).toHaveCount(3);
  await sheet.getByRole("link", { name: "Actifs" }).click();
  await giftsIn(sheet).last().click();
  await expect(codeIn(sheet)).toBeVisible();
  expect(await axeFaults(page, sheet)).toEqual([]);
  // Closing a gift leads to the list, and closing the list to the menu.
  await page.keyboard.press("Escape");
  await expect(giftsIn(sheet).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(menuOf(page)).toBeVisible();
});

test.describe("at one width", { tag: "@once" }, () => {
  test("does not open an updated list over a gift that was opened meanwhile", async ({ page, context }) => {
    await comeAsDemo(context, "member");
    await page.goto(home("port-serac", "cgu?popup=Offers"));
    const sheet = giftsOf(page);
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const isList = ({ searchParams }: URL) => searchParams.get("popup") === "Offers" && !searchParams.has("gifts");
    await page.route(isList, async (route) => {
      asked.resolve();
      await held.promise;
      // The browser may have cancelled this request.
      await route.continue().catch(() => undefined);
    });
    const isOfList = (request: Request) => isList(new URL(request.url()));
    const isOver = Promise.race([
      page.waitForEvent("requestfinished", isOfList),
      page.waitForEvent("requestfailed", isOfList),
    ]);
    // Pretends that a kiosk has changed a gift.
    await page.route("**/api/users/gifts/version", (route) =>
      route.fulfill({ headers: { ETag: '"moved"' }, json: {} }),
    );
    await asked.promise;
    await sheet.getByRole("link", { name: "Utilisés" }).click();
    await expect(usedIn(sheet)).toHaveCount(3);
    held.resolve();
    await isOver;
    // The list would change within the next two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
    );
    await expect(usedIn(sheet)).toHaveCount(3);
  });

  test("shows in the open page what a kiosk does with a gift", async ({ page, context }) => {
    await comeAsDemo(context, "member");
    await page.goto(home("port-serac", "cgu?popup=Offers"));
    const sheet = giftsOf(page);
    await giftsIn(sheet).first().click();
    const code = (await sheet.getByRole("button", { name: /Copier le code/ }).innerText()).replaceAll(/\D/g, "");
    const kiosk = await context.newPage();
    const doIt = async (name: string) => {
      await kiosk.goto(KIOSK);
      const gift = kiosk.getByRole("form", { name: "Un cadeau" });
      await gift.getByLabel("Code du cadeau", { exact: true }).fill(code);
      await gift.getByRole("button", { name }).click();
      await expect.poll(() => outcomeOf(kiosk)).toBe("200");
      await page.bringToFront();
    };
    await doIt("Le retenir");
    await expect(sheet.getByRole("status").filter({ hasText: "Réservé à la borne" })).toBeVisible();
    await doIt("L’utiliser");
    await expect(sheet.getByRole("status").filter({ hasText: "Cadeau utilisé" })).toBeVisible();
    await doIt("Reprendre");
    await expect(codeIn(sheet)).toBeVisible();
  });

  test("spends nothing on a card's code alone: the kiosk asks for the PIN or an identity document first", async ({
    page,
  }) => {
    await page.goto(KIOSK);
    const spend = async (isSeen: boolean) => {
      const form = page.getByRole("form", { name: "Euros fidélité" });
      await form.getByLabel("Numéro de carte", { exact: true }).fill("5163000000000000");
      await form.getByLabel(/^Montant/).fill("1.00");
      await form.getByLabel("Code PIN ou identité contrôlés").setChecked(isSeen);
      await form.getByRole("button", { name: "Dépenser" }).click();
      return outcomeOf(page);
    };
    expect(await spend(false)).toBe("unseen");
    expect(await axeFaults(page, page.getByRole("main"))).toEqual([]);
    expect(await spend(true)).toBe("404");
  });
});

/** The answer of the site, as the sandbox's casino page shows it. */
async function outcomeOf(casino: Page): Promise<string | null> {
  return casino.locator("[data-status]").getAttribute("data-status");
}
