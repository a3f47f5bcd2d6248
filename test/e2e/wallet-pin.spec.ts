import type { Locator, Page } from "@playwright/test";
import { floor } from "./new-member.ts";
import { home } from "./places.ts";
import { menuOf } from "./screens.ts";
import { isSoundAtBothWidths } from "./sound.ts";
import {
  balance,
  BANK,
  go,
  isSaid,
  isSheetSound,
  PIN,
  pinIn,
  SHEET,
  sheet,
  touch,
  unlock,
  walletMember,
} from "./wallet-steps.ts";
import { expect, test, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

/** The worker has stores of its own, in which a PIN could be left. */
test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("opens the wallet by paste and by keyboard, fits it on a phone, and leaves the PIN nowhere @once", async ({
    page,
    context,
    allowComplaint,
  }) => {
    test.slow();
    allowComplaint(/(status of|answered) 403/);
    const told: string[] = [];
    page.on("request", (request) => told.push(`${request.url()} ${request.postData() ?? ""}`));
    const { card } = await walletMember(context, [152, 151]);
    await floor("POST", `/wallets/${card}/loads`, { amount: "180.50" });
    await page.goto(home("port-serac", "cgu?popup=Menu"));
    const menu = menuOf(page);
    await menu.getByText("Tous mes portefeuilles").click();
    await expect(menu.getByRole("link", { name: /Valombre-les-Bains/ })).toBeVisible();
    await menu.getByRole("link", { name: /Casino de Port-Sérac/ }).click();
    await expect(sheet(page)).toContainText("Mon code PIN");
    await fits(sheet(page).getByText(home("port-serac").replace(/\/$/, "")));
    await isSoundAtBothWidths(page, sheet(page));

    const pin = pinIn(page);
    await expect(pin).toBeEnabled();
    await paste(page, "00 00");
    await expect(sheet(page)).toContainText("Code PIN incorrect. Maximum 3 tentatives.");
    await expect(sheet(page)).toContainText("Il vous reste 2 tentatives.");
    await isSheetSound(page);
    // Input that cannot be a PIN, such as a password manager's, does not count as an attempt.
    await pin.fill("Belr");
    await expect(pin).toHaveValue("");
    await paste(page, PIN);
    await balance(page, "180,50");
    told.push(...(await leftBehind(page)));
    await fits(go(page));
    await isSoundAtBothWidths(page, sheet(page));
    await sheet(page).getByText("Dépôt au casino").click();
    await expect(sheet(page)).toContainText("Solde après");

    // The address names the wallet. Escape returns to the menu, and opening it again asks for the PIN.
    await expect(page).toHaveURL(home("port-serac", "cgu?popup=Cashless&site=151"));
    await page.keyboard.press("Escape");
    await expect(menu).toBeVisible();
    await expect(page).toHaveURL(home("port-serac", "cgu?popup=Menu&reverse=true"));
    await menu.getByRole("link", { name: /Casino de Port-Sérac/ }).press("Enter");
    await expect(pin).toBeEnabled();
    await pin.focus();
    await page.keyboard.type("7");
    await page.keyboard.press("Backspace");
    await page.keyboard.type(PIN);
    await balance(page, "180,50");
    await sheet(page).getByRole("link", { name: "Me déconnecter" }).click();
    await expect(menu).toBeVisible();
    await menu.getByRole("link", { name: /Casino de Port-Sérac/ }).click();
    await expect(sheet(page)).toContainText("Mon code PIN");

    expect(tellersOf(PIN, [...told, ...(await leftBehind(page))])).toEqual([]);
  });

  test("locks the wallet after three wrong PINs until reception sets a new one, and leaves no PIN in any address, body, storage or page @once", async ({
    page,
    context,
    allowComplaint,
  }) => {
    test.slow();
    allowComplaint(/(status of|answered) 403/);
    const told: string[] = [];
    page.on("request", (request) => told.push(`${request.url()} ${request.postData() ?? ""}`));
    page.on("console", (message) => told.push(message.text()));
    const { card } = await walletMember(context);
    const pin = pinIn(page);
    const ways = {
      touched: (digits: string) => touch(page, digits),
      pasted: (digits: string) => paste(page, digits),
      typed: (digits: string) => pin.fill(digits),
    };
    await page.goto(SHEET);
    await expect(pin).toBeEnabled();
    const wrong = ["6183", "9472", "5729"] as const;
    for (const [digits, way, left] of [
      [wrong[0], "touched", "Il vous reste 2 tentatives."],
      [wrong[1], "pasted", "Il vous reste 1 tentative."],
      [wrong[2], "typed", "bloqué"],
    ] as const) {
      await ways[way](digits);
      await isSaid(page, left);
      if (left !== "bloqué") await expect(pin).toHaveValue("");
      told.push(...(await leftBehind(page)));
    }
    // The keypad is gone and the sheet says where the PIN can be reset. A new PIN that reception sets opens the wallet.
    await expect(sheet(page).getByRole("group", { name: "Clavier" })).toHaveCount(0);
    await isSaid(page, "Présentez-vous avec une pièce d’identité");
    await isSaid(page, /Ouvre|Ferme/);
    await expect(sheet(page).getByRole("link", { name: /^0[1-9]/ })).toBeVisible();
    await isSheetSound(page);
    await floor("PUT", `/members/${card}/pin`, { pin: PIN });
    await page.goto(SHEET);
    await unlock(page);
    told.push(...(await leftBehind(page)));
    await go(page).click();
    await page.waitForURL(BANK);
    told.push(...(await leftBehind(page)));
    // The bank's page cannot see what our own origin stored with the order.
    await page.goto(SHEET);
    await isSaid(page, "Redirection…");
    told.push(...(await leftBehind(page)));
    for (const digits of [PIN, ...wrong]) expect(tellersOf(digits, told)).toEqual([]);
  });
});

/** Everything that the page and the browser keep: markup, fields, storage, caches, databases, history and cookies. */
async function leftBehind(page: Page): Promise<string[]> {
  const kept = await page.evaluate(async () => {
    const stores = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) stores.push(request.url);
    const fields = [...document.querySelectorAll("input")].map(({ name, value }) => `${name}=${value}`);
    const databases = (await indexedDB.databases()).map(({ name }) => `database ${name}`);
    return stores.concat(
      JSON.stringify(history.state),
      location.href,
      document.title,
      fields,
      databases,
      document.body.outerHTML,
    );
  });
  return [...kept, JSON.stringify(await page.context().cookies())];
}

/** The texts that contain the PIN as a separate word. */
function tellersOf(pin: string, texts: string[]): string[] {
  const isTold = new RegExp(`(?<![\\w.-])${pin}(?![\\w.-])`);
  return texts.filter((text) => isTold.test(text)).map((text) => text.slice(0, 300));
}

/** Pastes a text into the field for the PIN as the clipboard does. */
function paste(page: Page, text: string): Promise<void> {
  return pinIn(page).evaluate((input, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Checks that the last thing of the sheet stands inside a phone's screen. */
async function fits(last: Locator): Promise<void> {
  await expect(last).toBeVisible();
  const box = await last.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(844);
}
