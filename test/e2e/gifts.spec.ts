import type { Locator, Page, Request } from "@playwright/test";
import { comeAsDemo } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { giftsOf, menuOf } from "./screens.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

const KIOSK = `http://localhost:${SANDBOX_PORT}/casino/kiosk?site=151`;

test.beforeEach(({ context }) => withConsentGiven(context));

/** A gift of the list, which says until when it is valid. */
const giftsIn = (sheet: Locator) => sheet.getByRole("link", { name: /Jusqu’au/ });
const usedIn = (sheet: Locator) => sheet.getByText("Utilisé", { exact: true });
const codeIn = (sheet: Locator) => sheet.getByRole("img", { name: /^QR code du cadeau/ });

test("from the menu to all gifts, to one and back again, by keyboard as by hand (§2.7)", async ({ page, context }) => {
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
  // Closing a gift leads to its list, and closing the list to the menu.
  await page.keyboard.press("Escape");
  await expect(giftsIn(sheet).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(menuOf(page)).toBeVisible();
});

test.describe("at one width", { tag: "@once" }, () => {
  test("a list that is drawn anew while another is opened is not laid over it (§2.7)", async ({ page, context }) => {
    await comeAsDemo(context, "member");
    await page.goto(home("port-serac", "?popup=Offers"));
    const sheet = giftsOf(page);
    const [held, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const isList = ({ searchParams }: URL) => searchParams.get("popup") === "Offers" && !searchParams.has("gifts");
    await page.route(isList, async (route) => {
      asked.resolve();
      await held.promise;
      // The browser may have called it off meanwhile.
      await route.continue().catch(() => undefined);
    });
    const isOfList = (request: Request) => isList(new URL(request.url()));
    const isOver = Promise.race([
      page.waitForEvent("requestfinished", isOfList),
      page.waitForEvent("requestfailed", isOfList),
    ]);
    // As if a kiosk had moved a gift.
    await page.route("**/api/users/gifts/version", (route) =>
      route.fulfill({ headers: { ETag: '"moved"' }, json: {} }),
    );
    await asked.promise;
    await sheet.getByRole("link", { name: "Utilisés" }).click();
    await expect(usedIn(sheet)).toHaveCount(3);
    held.resolve();
    await isOver;
    // What the answer changes, it changes in the next two frames.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
    );
    await expect(usedIn(sheet)).toHaveCount(3);
  });

  test("what a kiosk does with a gift shows in the open page (G113)", async ({ page, context }) => {
    await comeAsDemo(context, "member");
    await page.goto(home("port-serac", "?popup=Offers"));
    const sheet = giftsOf(page);
    await giftsIn(sheet).first().click();
    const code = (await sheet.getByRole("button", { name: /Copier le code/ }).innerText()).replaceAll(/\D/g, "");
    const kiosk = await context.newPage();
    const doIt = async (name: string) => {
      await kiosk.goto(KIOSK);
      const gift = kiosk.getByRole("form", { name: "A gift" });
      await gift.getByLabel("Gift code", { exact: true }).fill(code);
      await gift.getByRole("button", { name }).click();
      await expect.poll(() => outcomeOf(kiosk)).toBe("200");
      await page.bringToFront();
    };
    await doIt("Hold it");
    await expect(sheet.getByRole("status").filter({ hasText: "Réservé à la borne" })).toBeVisible();
    await doIt("Use it");
    await expect(sheet.getByRole("status").filter({ hasText: "Cadeau utilisé" })).toBeVisible();
    await doIt("Take back");
    await expect(codeIn(sheet)).toBeVisible();
  });

  test("a card's code alone spends nothing: the kiosk first asks for the PIN or the papers (G110)", async ({
    page,
  }) => {
    await page.goto(KIOSK);
    const spend = async (isSeen: boolean) => {
      const form = page.getByRole("form", { name: "Loyalty euros" });
      await form.getByLabel("Card number", { exact: true }).fill("5163000000000000");
      await form.getByLabel(/^Amount/).fill("1.00");
      await form.getByLabel("PIN or identity checked").setChecked(isSeen);
      await form.getByRole("button", { name: "Spend" }).click();
      return outcomeOf(page);
    };
    expect(await spend(false)).toBe("unseen");
    expect(await axeFaults(page, page.getByRole("main"))).toEqual([]);
    expect(await spend(true)).toBe("404");
  });

  test("the casino's pages hold together without a fault", async ({ page }) => {
    for (const role of ["desk", "kiosk", "machine"]) {
      await page.goto(`http://localhost:${SANDBOX_PORT}/casino/${role}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await axeFaults(page, page.getByRole("main"))).toEqual([]);
    }
  });
});

/** What the house answered, as the sandbox's page of the casino says it. */
async function outcomeOf(casino: Page): Promise<string | null> {
  return casino.locator("[data-status]").getAttribute("data-status");
}
