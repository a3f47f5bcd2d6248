import type { Page } from "@playwright/test";
import { bankSays, floor, orderTopUp, PASSWORD, SANDBOX, type NewMember } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { field } from "./screens.ts";
import {
  amountIn,
  balance,
  balanceIn,
  BANK,
  go,
  isSaid,
  isSheetSound,
  order,
  PIN,
  pinIn,
  said,
  sessionAt,
  SHEET,
  sheet,
  unlock,
  walletMember,
} from "./wallet-steps.ts";
import { expect, test, withConsentGiven } from "./watched.ts";

type Payment = { session_id: string; communication: string };

test.beforeEach(({ context }) => withConsentGiven(context));

/** The payments that the bank was asked for, the newest first. */
async function bankPayments(): Promise<Payment[]> {
  return (await (await fetch(`${SANDBOX}/api/bank`, { headers: ALONE })).json()) as Payment[];
}

/** Plays the payer on the bank's pages. */
async function atTheBank(page: Page, does: "approve" | "cancel" | "wait"): Promise<void> {
  if (does === "cancel") return page.getByRole("button", { name: "Annuler et revenir au casino" }).click();
  await page.getByRole("button", { name: "Banque du Rivage" }).click();
  if (does === "approve") await page.getByLabel(/^Code de sécurité/).fill("123456");
  const names = { approve: "Confirmer le virement", wait: "En attente" };
  await page.getByRole("button", { name: names[does] }).click();
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
  await isSheetSound(page);
  await sheet(page).getByRole("button", { name: "250 €" }).click();
  await expect(amount).toHaveValue("250");
  await amount.fill("75,50");
  await go(page).dblclick();
  await page.waitForURL(BANK);
  const session = sessionAt(page);
  const { communication } = (await bankPayments()).find((one) => one.session_id === session) ?? {};
  expect((await bankPayments()).filter((one) => one.communication === communication)).toHaveLength(1);

  // Back from the bank without a result: the link to the bank is still there, also after a reload.
  await page.goBack();
  await isSaid(page, "Redirection…");
  await isSaid(page, `localhost:${SANDBOX_PORT}`);
  // The wallet is still open, by the token that led to the bank and back. It works once.
  await balance(page, "0,00");
  await isSheetSound(page);
  await page.reload();
  await isSaid(page, "Redirection…");
  await expect(pinIn(page)).toBeEnabled();
  await sheet(page).getByRole("link", { name: "Page de paiement" }).click();
  await page.waitForURL(BANK);
  await atTheBank(page, "wait");
  await page.waitForURL(/session_id=/);
  await isSaid(page, "En attente du paiement");
  await expect(sheet(page).getByRole("link", { name: "Retourner à la banque" })).toBeVisible();
  await isSheetSound(page);
  await page.reload();
  await isSaid(page, "En attente du paiement");
  await bankSays(session, "paid");
  // The result is shown alone with a large amount, then the wallet.
  await isSaid(page, "Paiement effectué avec succès");
  await expect(sheet(page).getByRole("img", { name: /75,50/ })).toBeVisible();
  await expect(pinIn(page)).toHaveCount(0);
  await expect(page).toHaveURL(home("port-serac", "?popup=Cashless&site=151"));
  await page.reload();
  await isSaid(page, "Paiement effectué avec succès");
  await isSheetSound(page);
  await sheet(page).getByRole("button", { name: "Continuer" }).click();
  await unlock(page);
  await balance(page, "75,50");
  await expect(amountIn(page)).toBeVisible();
  await isSaid(page, "Dépôt par virement");
  await page.reload();
  await expect(pinIn(page)).toBeEnabled();
  await expect(said(page, "Paiement effectué avec succès")).toHaveCount(0);
  const receipts = async () => {
    const mails = await fetch(`http://localhost:${SANDBOX_PORT}/api/mail?to=${encodeURIComponent(email)}`, {
      headers: ALONE,
    });
    return ((await mails.json()) as { subject: string }[]).filter(({ subject }) => subject.startsWith("Dépôt de "));
  };
  await expect.poll(async () => (await receipts()).length, { timeout: 30_000 }).toBe(1);
});

test("asks for the PIN once per top-up, shows the result and then the open wallet after the bank, and an earlier result in one line @once", async ({
  page,
  context,
}) => {
  test.slow();
  const member = await walletMember(context);
  // The result is shown before the wallet is open again. A member who continues early still reaches an open wallet.
  await page.route("**/portefeuille", async (route) => {
    await page.waitForTimeout(700);
    await route.continue();
  });
  for (const [does, words] of [
    ["cancel", "Le dernier paiement a été annulé"],
    ["approve", "Paiement effectué avec succès"],
  ] as const) {
    await order(page, "60");
    const comesBack = page.waitForRequest((request) => request.postData()?.includes("session_id=") ?? false);
    await atTheBank(page, does);
    await page.waitForURL(/popup=Cashless/);
    await isSaid(page, words);
    await isSheetSound(page);
    await comesBack;
    await go(page).click();
    await expect(said(page, words)).toHaveCount(0);
    await expect(balanceIn(page)).toBeVisible();
  }
  await balance(page, "60,00");
  await showsCancelledInOneLine(page, member);
});

/** A cancelled payment that the member did not come back from. */
async function showsCancelledInOneLine(page: Page, member: NewMember): Promise<void> {
  await bankSays((await orderTopUp(member, 50, PIN)).session, "cancelled");
  await expect(async () => {
    await page.goto(SHEET);
    await unlock(page);
    await expect(said(page, "Votre dernier paiement, de 50,00 €, a été annulé.")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(amountIn(page)).toBeVisible();
  await isSheetSound(page);
  await sheet(page).locator(".payment-line").getByRole("button", { name: "Fermer" }).click();
  await expect(sheet(page).locator(".payment-line")).toHaveCount(0);
}

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
    return sessionAt(page);
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
    await isSheetSound(page);
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
    await page.clock.install();
    await go(page).click();
    // It says at once that it works, and within twelve seconds that the bank has not answered yet.
    await expect(sheet(page).getByRole("button", { name: "Nous préparons votre virement" })).toBeVisible();
    for (let seconds = 0; seconds < 12; seconds += 2) await page.clock.runFor(2_000);
    await isSaid(page, "La banque n’a pas encore répondu.", 2_000);
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await page.unroute("**/api/transaction/init");
    await page.waitForURL(BANK);
  });
});
