import type { BrowserContext, Page } from "@playwright/test";
import { comeAs, newMember, type NewMember } from "./new-member.ts";
import { home, SANDBOX_PORT } from "./places.ts";
import { field, walletOf } from "./screens.ts";
import { isSound } from "./sound.ts";
import { expect } from "./watched.ts";

export const SHEET = home("port-serac", "cgu?popup=Cashless&site=151");
export const BANK = `http://localhost:${SANDBOX_PORT}/bank/**`;

/** A number that appears as no time, port or amount in these tests. */
export const PIN = "7391";

/** Makes a member with wallets at `sites`, logged in at Port-Sérac in this browser. */
export async function walletMember(context: BrowserContext, sites = [151]): Promise<NewMember> {
  const member = await newMember({ sites, pin: PIN });
  await comeAs(context, member);
  return member;
}

export const sheet = walletOf;
/** A visible text of the sheet. Hidden error texts are in it from the start, so they must be filtered out. */
export const said = (page: Page, words: string | RegExp) =>
  sheet(page).getByText(words).filter({ visible: true }).first();
export const isSaid = (page: Page, words: string | RegExp, timeout = 40_000) =>
  expect(said(page, words)).toBeVisible({ timeout });
export const pinIn = (page: Page) => sheet(page).getByLabel("Code PIN à 4 chiffres");
export const amountIn = (page: Page) => field(sheet(page), "Montant en euros");
export const go = (page: Page) => sheet(page).getByRole("button", { name: "Continuer" });
export const balanceIn = (page: Page) => sheet(page).getByRole("img", { name: /^Solde/ });
export const balance = (page: Page, amount: string) =>
  expect(sheet(page).getByRole("img", { name: `Solde : ${amount} €`.replaceAll(" ", " ") })).toBeVisible();
export const isSheetSound = (page: Page) => isSound(page, sheet(page));

/** The keypad works only once the sheet's script has loaded. */
export async function unlock(page: Page, pin = PIN): Promise<void> {
  await touch(page, pin);
  await expect(balanceIn(page)).toBeVisible();
}

export async function touch(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await sheet(page).getByRole("button", { name: digit, exact: true }).click();
}

/** Opens the wallet, starts a top-up and arrives at the bank. Returns the id of the bank's session. */
export async function order(page: Page, amount: string): Promise<string> {
  await page.goto(SHEET);
  await unlock(page);
  await amountIn(page).fill(amount);
  await go(page).click();
  await page.waitForURL(BANK);
  return sessionAt(page);
}

/** The id of the bank's session, from the address of its page. */
export function sessionAt(bank: Page): string {
  return new URL(bank.url()).pathname.split("/").at(-1) ?? "";
}
