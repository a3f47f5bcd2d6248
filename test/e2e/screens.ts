import { expect, type Locator, type Page } from "@playwright/test";

/** Parts of the site by the names that people see, in French and in English. */

/** The side menu. */
export const menuOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Votre casino|Your .+ casino)/ });

/** The member's own sheets. */
export const accountOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Mon compte|My Account)$/ });
export const cardOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Ma carte|My card)$/ });
export const giftsOf = (page: Page): Locator => page.getByRole("dialog", { name: /^(Mes cadeaux|Votre cadeau)$/ });
export const walletOf = (page: Page): Locator => page.getByRole("dialog", { name: "Mon portefeuille" });

/** The link to the menu for a logged-in member. */
export const avatarOf = (page: Page): Locator =>
  page.getByRole("banner").getByRole("link", { name: /^(Mon espace|My area)$/ });

/** A status message of the page. */
export const saying = (page: Page, words: string | RegExp): Locator =>
  page.getByRole("status").filter({ hasText: words });

/** The consent banner. */
export const consentOf = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Vos choix, d’abord|First, your choice)$/ });

/** A field by its exact label. */
export const field = (within: Page | Locator, label: string): Locator =>
  within.getByRole("textbox", { name: label, exact: true });

/** Checks that a toast is visible and not only announced to screen readers. */
export async function isSaid(page: Page, words: string | RegExp): Promise<void> {
  await expect.poll(() => timesSeen(page, words), `"${words}" is visible`).toBe(1);
}

/**
 * The same while the test holds the page's clock, which it advances by milliseconds, because the router waits for
 * timers of zero length.
 */
export async function isSaidWhileHeld(page: Page, words: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1);
    expect(await timesSeen(page, words)).toBe(1);
  }).toPass({ timeout: 20_000 });
}

export async function isOver(page: Page, words: string | RegExp): Promise<void> {
  await expect.poll(() => timesSeen(page, words), `"${words}" is hidden`).toBe(0);
}

function timesSeen(page: Page, words: string | RegExp): Promise<number> {
  // Announcements for screen readers are one pixel wide.
  return saying(page, words).evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().width > 1).length);
}
