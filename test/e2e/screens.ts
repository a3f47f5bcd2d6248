import { expect, type Locator, type Page } from "@playwright/test";

/** The places of the site by the names that a person knows them by, in French and in English. */

/** The side menu (section 2.4). */
export const menuOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Votre casino|Your .+ casino)/ });

/** The member's own sheets (section 2.7). */
export const accountOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Mon compte|My Account)$/ });
export const cardOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Ma carte|My card)$/ });
export const giftsOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Mes cadeaux|Votre cadeau)$/ });
export const walletOf = (page: Page): Locator => page.getByRole("dialog", { name: "Mon portefeuille" });

/** The way to the menu that only somebody who is logged in has. */
export const avatarOf = (page: Page): Locator =>
  page.getByRole("banner").getByRole("link", { name: /^(Mon espace|My area)$/ });

/** What the page says to whoever listens. */
export const saying = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("status").filter({ hasText: words });

/** The banner of consent (section 8). */
export const consentOf = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Vos choix, d’abord|Your choice comes first)$/ });

/** A field by its label, whatever else on the page is called alike. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByRole("textbox", { name: label, exact: true });

/** Something is said in passing where it is seen, and not only heard. */
export async function isSaid(page: Page, words: string | RegExp): Promise<void> {
  await expect.poll(() => timesSeen(page, words), `"${words}" is seen`).toBe(1);
}

/** The same where the test holds the page's clock, which goes on meanwhile by single milliseconds: the router waits for timers of no length. */
export async function isSaidWhileHeld(page: Page, words: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1);
    expect(await timesSeen(page, words)).toBe(1);
  }).toPass({ timeout: 20_000 });
}

export async function isOver(page: Page, words: string | RegExp): Promise<void> {
  await expect.poll(() => timesSeen(page, words), `"${words}" is seen no more`).toBe(0);
}

function timesSeen(page: Page, words: string | RegExp): Promise<number> {
  // What is only heard is one pixel wide.
  return saying(page, words).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 1).length);
}
