import type { BrowserContext, Locator, Page } from "@playwright/test";
import { GROUP, home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { comeAs, floor, newMember, PASSWORD, SANDBOX, type NewMember } from "./new-member.ts";
import { field, menuOf, walletOf } from "./screens.ts";
import { axeFaults, expect, test, withConsentGiven } from "./watched.ts";

const SHEET = home("port-serac", "cgu?popup=Cashless&site=151");
const BANK = `http://localhost:${SANDBOX_PORT}/bank/**`;

/** A number that appears as no time, port or amount in these tests. */
const PIN = "7391";

type Payment = { session_id: string; communication: string };

/** Makes a member with wallets at `sites`, logged in at Port-Sérac in this browser. */
async function walletMember(context: BrowserContext, sites = [151]): Promise<NewMember> {
  const member = await newMember({ sites, pin: PIN });
  await comeAs(context, member);
  return member;
}

/** The payments that the bank was asked for, the newest first. */
async function bankPayments(): Promise<Payment[]> {
  return (await (await fetch(`${SANDBOX}/api/bank`, { headers: ALONE })).json()) as Payment[];
}

/** Sets a payment's result at the bank. */
async function bankSays(sessionId: string, outcome: string): Promise<void> {
  const answer = await fetch(`${SANDBOX}/api/bank/${sessionId}`, {
    method: "POST",
    headers: { ...ALONE, "content-type": "application/json" },
    body: JSON.stringify({ outcome }),
  });
  expect(answer.ok).toBe(true);
}

test.beforeEach(({ context }) => withConsentGiven(context));

const sheet = walletOf;
/** A visible text of the sheet. Hidden error texts are in it from the start, so they must be filtered out. */
const said = (page: Page, words: string | RegExp) => sheet(page).getByText(words).filter({ visible: true }).first();
const isSaid = (page: Page, words: string | RegExp, timeout = 40_000) =>
  expect(said(page, words)).toBeVisible({ timeout });
const amountIn = (page: Page) => field(sheet(page), "Montant en euros");
const go = (page: Page) => sheet(page).getByRole("button", { name: "Continuer" });
const balanceIn = (page: Page) => sheet(page).getByRole("img", { name: /^Solde/ });
const balance = (page: Page, amount: string) =>
  expect(sheet(page).getByRole("img", { name: `Solde : ${amount} €`.replaceAll(" ", " ") })).toBeVisible();

/** The keypad works only once the sheet's script has loaded. */
async function unlock(page: Page, pin = PIN): Promise<void> {
  await type(page, pin);
  await expect(balanceIn(page)).toBeVisible();
}

async function type(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await sheet(page).getByRole("button", { name: digit, exact: true }).click();
}

/** Opens the wallet, starts a top-up and arrives at the bank. Returns the id of the bank's session. */
async function order(page: Page, amount: string): Promise<string> {
  await page.goto(SHEET);
  await unlock(page);
  await amountIn(page).fill(amount);
  await go(page).click();
  await page.waitForURL(BANK);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Plays the payer on the bank's pages. */
async function atTheBank(page: Page, does: "approve" | "cancel" | "fail" | "wait"): Promise<void> {
  if (does === "cancel") return page.getByRole("button", { name: "Annuler et revenir au casino" }).click();
  await page.getByRole("button", { name: "Banque du Rivage" }).click();
  if (does === "approve") await page.getByLabel(/^Code de sécurité/).fill("123456");
  const names = { approve: "Confirmer le virement", fail: "Refusé", wait: "En attente" };
  await page.getByRole("button", { name: names[does] }).click();
}

/** Checks the sheet at the window's width, and at both widths on its first appearance. */
async function isSoundAtBothWidths(page: Page): Promise<void> {
  const window = page.viewportSize() ?? { width: 390, height: 844 };
  await isSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await isSound(page);
  await page.setViewportSize(window);
}

async function isSound(page: Page): Promise<void> {
  expect(await axeFaults(page, sheet(page))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

/** The worker has stores of its own, in which a PIN could be left. */
test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("opens the wallet by touch, by paste and by keyboard, and leaves the PIN nowhere @once", async ({
    page,
    context,
    allowComplaint,
  }) => {
    test.slow();
    allowComplaint(/(status of|answered) 403/);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    const { card } = await walletMember(context, [152, 151]);
    await floor("POST", `/wallets/${card}/loads`, { amount: "180.50" });
    await page.goto(home("port-serac", "cgu?popup=Menu"));
    const menu = menuOf(page);
    await menu.getByText("Tous mes portefeuilles").click();
    await expect(menu.getByRole("link", { name: /Valombre-les-Bains/ })).toBeVisible();
    await menu.getByRole("link", { name: /Casino de Port-Sérac/ }).click();
    await expect(sheet(page)).toContainText("Mon code PIN");
    await expect(sheet(page)).toContainText(home("port-serac").replace(/\/$/, ""));
    await isSoundAtBothWidths(page);

    const pin = sheet(page).getByLabel("Code PIN à 4 chiffres");
    const paste = (text: string) =>
      pin.evaluate((input, words) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", words);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await expect(pin).toBeEnabled();
    await paste("00 00");
    await expect(sheet(page)).toContainText("Code PIN incorrect. Maximum 3 tentatives.");
    await expect(sheet(page)).toContainText("Il vous reste 2 tentatives.");
    await isSound(page);
    // Input that cannot be a PIN, such as a password manager's, does not count as an attempt.
    await pin.fill("Belr");
    await expect(pin).toHaveValue("");
    await paste(PIN);
    await balance(page, "180,50");
    await isSoundAtBothWidths(page);
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

    expect(tellersOf(PIN, [...sent, ...(await leftBehind(page))])).toEqual([]);
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
    const pin = sheet(page).getByLabel("Code PIN à 4 chiffres");
    const paste = (digits: string) =>
      pin.evaluate((input, words) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", words);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, digits);
    const ways = {
      touched: (digits: string) => type(page, digits),
      pasted: paste,
      typed: (digits: string) => pin.fill(digits),
    };
    await page.goto(SHEET);
    await expect(pin).toBeEnabled();
    const [next, ...wrong] = ["8264", "6183", "9472", "5729"] as const;
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
    // The keypad is gone and the sheet says where the PIN can be reset. Each new PIN that reception sets opens the wallet.
    await expect(sheet(page).getByRole("group", { name: "Clavier" })).toHaveCount(0);
    await isSaid(page, "Présentez-vous avec une pièce d’identité");
    await isSaid(page, /Ouvre|Ferme/);
    await expect(sheet(page).getByRole("link", { name: /^0[1-9]/ })).toBeVisible();
    await isSound(page);
    for (const [digits, way] of [
      [PIN, "pasted"],
      [next, "typed"],
    ] as const) {
      await floor("PUT", `/members/${card}/pin`, { pin: digits });
      await page.goto(SHEET);
      await expect(pin).toBeEnabled();
      await ways[way](digits);
      await expect(balanceIn(page)).toBeVisible();
      told.push(...(await leftBehind(page)));
    }
    await go(page).click();
    await page.waitForURL(BANK);
    told.push(...(await leftBehind(page)));
    await page.goto(SHEET);
    told.push(...(await leftBehind(page)));
    for (const digits of [PIN, next, ...wrong]) expect(tellersOf(digits, told)).toEqual([]);
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

test("sends a top-up once, survives a reload at every step, and credits it with a receipt @once", async ({
  page,
  context,
}) => {
  test.slow();
  const { email } = await walletMember(context);
  await page.goto(SHEET);
  await unlock(page);
  const amount = amountIn(page);
  await expect(amount).toHaveValue("50");
  for (const [typed, problem] of [
    ["49,99", "Le minimum est de 50"],
    ["2000,01", "Le maximum est de 2 000,00"],
    ["12,3456", "Saisissez un montant"],
    ["1,000", "ni point ni virgule"],
    ["1.000", "ni point ni virgule"],
  ] as const) {
    await amount.fill(typed);
    await expect(go(page)).toBeDisabled();
    await isSaid(page, problem);
  }
  await isSound(page);
  await sheet(page).getByRole("button", { name: "250 €" }).click();
  await expect(amount).toHaveValue("250");
  await amount.fill("75,50");
  await go(page).dblclick();
  await page.waitForURL(BANK);
  const session = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { communication } = (await bankPayments()).find((one) => one.session_id === session) ?? {};
  expect((await bankPayments()).filter((one) => one.communication === communication)).toHaveLength(1);

  // Back from the bank without a result: the link to the bank is still there, also after a reload.
  await page.goBack();
  await isSaid(page, "Redirection…");
  await isSaid(page, `localhost:${SANDBOX_PORT}`);
  // The wallet is still open, by the token that led to the bank and back. It works once.
  await balance(page, "0,00");
  await isSound(page);
  await page.reload();
  await isSaid(page, "Redirection…");
  await expect(sheet(page).getByLabel("Code PIN à 4 chiffres")).toBeEnabled();
  await sheet(page).getByRole("link", { name: "Page de paiement" }).click();
  await page.waitForURL(BANK);
  await atTheBank(page, "wait");
  await page.waitForURL(/session_id=/);
  await isSaid(page, "En attente du paiement");
  await expect(sheet(page).getByRole("link", { name: "Retourner à la banque" })).toBeVisible();
  await isSound(page);
  await page.reload();
  await isSaid(page, "En attente du paiement");
  await bankSays(session, "paid");
  // The result is shown alone with a large amount, then the wallet.
  await isSaid(page, "Paiement effectué avec succès");
  await expect(sheet(page).getByRole("img", { name: /75,50/ })).toBeVisible();
  await expect(sheet(page).getByLabel("Code PIN à 4 chiffres")).toHaveCount(0);
  await expect(page).toHaveURL(home("port-serac", "?popup=Cashless&site=151"));
  await page.reload();
  await isSaid(page, "Paiement effectué avec succès");
  await isSound(page);
  await sheet(page).getByRole("button", { name: "Continuer" }).click();
  await unlock(page);
  await balance(page, "75,50");
  await expect(amountIn(page)).toBeVisible();
  await isSaid(page, "Dépôt par virement");
  await page.reload();
  await expect(sheet(page).getByLabel("Code PIN à 4 chiffres")).toBeEnabled();
  await expect(said(page, "Paiement effectué avec succès")).toHaveCount(0);
  const receipts = async () => {
    const mails = await fetch(`http://localhost:${SANDBOX_PORT}/api/mail?to=${encodeURIComponent(email)}`, {
      headers: ALONE,
    });
    return ((await mails.json()) as { subject: string }[]).filter(({ subject }) => subject.startsWith("Dépôt de "));
  };
  await expect.poll(async () => (await receipts()).length, { timeout: 30_000 }).toBe(1);
});

test("asks for the PIN once per top-up, and shows the result and then the open wallet after the bank @once", async ({
  page,
  context,
}) => {
  test.slow();
  await walletMember(context);
  // The result is shown before the wallet is open again. A member who continues early still reaches an open wallet.
  await page.route("**/portefeuille", async (route) => {
    await page.waitForTimeout(700);
    await route.continue();
  });
  for (const [does, words] of [
    ["cancel", "Le dernier paiement a été annulé"],
    ["fail", "Le paiement a échoué"],
    ["approve", "Paiement effectué avec succès"],
  ] as const) {
    await order(page, "60");
    const comesBack = page.waitForRequest((request) => request.postData()?.includes("session_id=") ?? false);
    await atTheBank(page, does);
    await page.waitForURL(/popup=Cashless/);
    await isSaid(page, words);
    await isSound(page);
    await comesBack;
    await go(page).click();
    await expect(said(page, words)).toHaveCount(0);
    await expect(balanceIn(page)).toBeVisible();
  }
  await balance(page, "60,00");
});

test("shows an earlier cancelled payment as one line that can be dismissed @once", async ({ page, context }) => {
  test.slow();
  await walletMember(context);
  const session = await order(page, "60");
  await bankSays(session, "cancelled");
  await page.waitForTimeout(1_000);
  await page.context().clearCookies({ name: "wallet_return" });
  await page.goto(SHEET);
  await unlock(page);
  await isSaid(page, "Votre dernier paiement, de 60,00 €, a été annulé.");
  await expect(amountIn(page)).toBeVisible();
  await isSound(page);
  await sheet(page).locator(".payment-line").getByRole("button", { name: "Fermer" }).click();
  await expect(sheet(page).locator(".payment-line")).toHaveCount(0);
});

test("fits top-up and keypad on a phone's screen @once", async ({ page, context }) => {
  await walletMember(context);
  await page.goto(SHEET);
  const fits = async (last: Locator) => {
    await expect(last).toBeVisible();
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(844);
  };
  await fits(sheet(page).getByText(home("port-serac").replace(/\/$/, "")));
  await unlock(page);
  await fits(go(page));
});

test("shows an open payment and its link in a second tab, and the credit in both @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  test.slow();
  allowComplaint(/(status of|answered) 409/);
  await walletMember(context);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(SHEET);
    await unlock(tab);
  }
  const session = await (async () => {
    await page.bringToFront();
    await amountIn(page).fill("100");
    await amountIn(page).press("Enter");
    await page.waitForURL(BANK);
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  })();
  await other.bringToFront();
  await amountIn(other).fill("150");
  await go(other).click();
  // The open payment and its page are shown, and no false error.
  await isSaid(other, "Redirection…");
  await isSaid(other, /100,00/);
  await expect(said(other, "Une erreur est survenue")).toHaveCount(0);
  await sheet(other).getByRole("link", { name: "Page de paiement" }).click();
  await other.waitForURL(BANK);
  expect(other.url()).toContain(session);
  await page.goto(SHEET);
  await expect(balanceIn(page)).toBeVisible();
  await atTheBank(other, "approve");
  await other.waitForURL(/popup=Cashless/);
  await isSaid(other, "Paiement effectué avec succès");
  await page.bringToFront();
  await isSaid(page, "Paiement effectué avec succès");
  await go(page).click();
  await balance(page, "100,00");
});

test("returns from the bank to the payment's venue, through the group's host and through another venue's @once", async ({
  page,
  context,
}) => {
  test.slow();
  const { token } = await walletMember(context);
  const session = await order(page, "50");
  for (const host of [GROUP, home("valombre")]) {
    await page.goto(`${host}?popup=Cashless&session_id=${session}&status=payment_created`);
    await expect(page).toHaveURL(home("port-serac", `?popup=Cashless&session_id=${session}`));
    await isSaid(page, "En attente du paiement");
  }
  // A member who is logged in there continues there.
  await context.addCookies([{ name: "user_token", value: token, url: home("valombre"), httpOnly: true, secure: true }]);
  await page.goto(home("valombre", `?popup=Cashless&session_id=${session}`));
  await expect(page).toHaveURL(/valombre/);
  await isSaid(page, "En attente du paiement");
  await bankSays(session, "paid");
  await isSaid(page, "Paiement effectué avec succès");
});

test("handles a card in a machine, an ended session and a top-up of unknown outcome between the open wallet and the bank @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  test.slow();
  allowComplaint(/(status of|answered) (401|409|503)/);
  const { card, email } = await walletMember(context);
  await test.step("a card in a machine locks the wallet until it comes out", async () => {
    await page.goto(SHEET);
    await unlock(page);
    await floor("POST", `/cards/${card}/insertions`, { machine: "M1" });
    await go(page).click();
    await isSaid(page, "Impossible d’afficher votre compte.");
    await page.reload();
    await isSaid(page, "Impossible d’afficher votre compte.");
    await isSound(page);
    await sheet(page).getByRole("link", { name: "Continuer" }).click();
    await expect(sheet(page)).toBeHidden();
    await floor("POST", `/cards/${card}/ejections`, { machine: "M1" });
  });
  await test.step("an ended session leads to the log-in and back", async () => {
    await page.goto(SHEET);
    await unlock(page);
    await context.clearCookies({ name: "user_token" });
    await go(page).click();
    await expect(page).toHaveURL(/me-connecter\?redirect=/);
    await field(page, "E-mail").fill(email);
    await field(page, "Mot de passe").fill(PASSWORD);
    await page.getByRole("button", { name: "Me connecter" }).click();
    await expect(page).toHaveURL(/popup=Cashless/);
    await isSaid(page, "Mon code PIN");
  });
  await test.step("a top-up of unknown outcome is asked about again", async () => {
    const keys: (string | undefined)[] = [];
    await page.route("**/api/transaction/init", (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      return route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "…" } });
    });
    await unlock(page);
    await go(page).click();
    // It says at once that it works, and within twelve seconds that the bank has not answered yet.
    await expect(sheet(page).getByRole("button", { name: "Nous préparons votre virement" })).toBeVisible();
    await isSaid(page, "La banque n’a pas encore répondu.");
    expect([keys.length > 1, new Set(keys).size]).toEqual([true, 1]);
    await page.unroute("**/api/transaction/init");
    await page.waitForURL(BANK);
  });
});

test("waits ten minutes for a slow bank while the page is visible @once", async ({ page, context }) => {
  test.slow();
  await walletMember(context);
  const session = await order(page, "50");
  await page.clock.install();
  await page.goto(`${SHEET}&session_id=${session}`);
  const polls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/transaction/") && polls.push(request.url()));
  await expect(async () => {
    await page.clock.runFor(2_000);
    expect(polls.length).toBeGreaterThan(1);
  }).toPass();
  await page.clock.fastForward("10:10");
  await page.clock.runFor(4_000);
  await isSaid(page, /nous vous préviendrons par e-mail/);
  const before = polls.length;
  await page.clock.runFor(20_000);
  expect(polls.length).toBe(before);
});

test("opens the bank's page in a popup inside the app, and closes it once the money has arrived @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  test.slow();
  // With motion, as for most visitors.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The sandbox's app uses a window of the browser, which script may not close.
  allowComplaint(/may close only the windows/);
  await walletMember(context);
  const app = `http://port-serac.localhost:${SANDBOX_PORT}/?popup=Cashless&site=151`;
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url: app }]);
  await page.goto(app);
  await unlock(page);
  const popup = context.waitForEvent("page");
  await go(page).click();
  const bank = await popup;
  await bank.waitForURL(BANK);
  await page.bringToFront();
  await isSaid(page, "Redirection…");
  await bankSays(new URL(bank.url()).pathname.split("/").at(-1) ?? "", "paid");
  await isSaid(page, "Paiement effectué avec succès");
  await go(page).click();
  await balance(page, "50,00");
  const told = (await (await fetch(`http://localhost:${SANDBOX_PORT}/api/native`, { headers: ALONE })).json()) as {
    message: { type: string; url?: string };
  }[];
  // The newest first. Messages of other tests are not ours.
  const asked = told.findIndex(({ message }) => message.url?.startsWith("/portefeuille?payment="));
  expect(told[asked]?.message.type).toBe("openPopup");
  const later = told.slice(0, asked).map(({ message }) => message.type);
  expect(later.filter((type) => type === "closePopup")).toHaveLength(1);
});
