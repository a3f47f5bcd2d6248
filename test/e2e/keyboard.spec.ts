import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { consentOf, menuOf } from "./screens.ts";
import { expectAllReached } from "./tab-walk.ts";
import { axeFaults, expect, test, visit, withConsentGiven } from "./watched.ts";

test("makes Home usable by keyboard alone: skip link, hours, agenda, pictures, menu", async ({ page, context }) => {
  test.setTimeout(90_000);
  await withConsentGiven(context);
  await visit(page, home("port-serac"));
  await test.step("the first stop is the skip link", () => skips(page));
  await test.step("the hours open and close", () => unfoldsHours(page));
  await test.step("the agenda scrolls", () => movesAgenda(page));
  await test.step("a picture opens, changes, closes and returns the focus", () => leafsPictures(page));
  await test.step("the menu opens, traps the focus, closes and returns it", () => opensMenu(page));
});

for (const path of ["cgu", "jeux"])
  test(`never covers the focus with the consent banner on /${path} (WCAG 2.4.11)`, async ({ page }) => {
    test.setTimeout(90_000);
    await visit(page, home("port-serac", path));
    await expect(consentOf(page)).toBeVisible();
    await expectAllReached(page);
  });

test("shows the menu link without overflow at a width of 320 px @once", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, home("montreval"));
  await expect(page.getByRole("link", { name: "Menu", exact: true })).toBeInViewport({ ratio: 1 });
});

async function skips(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Aller au contenu" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
}

async function unfoldsHours(page: Page): Promise<void> {
  const hours = page
    .getByRole("main")
    .getByRole("group")
    .filter({ hasText: /^(Ouvert|Fermé|Ferme bientôt)/ })
    .first();
  const week = hours.getByRole("listitem").filter({ hasText: "Lundi" });
  const opener = hours.locator("summary");
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(week).toBeVisible();
  expect(await axeFaults(page, hours)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(week).toBeHidden();
  await expect(opener).toBeFocused();
}

/** Moves by keys, and by the arrows if there are any. They stop at the ends. */
async function movesAgenda(page: Page): Promise<void> {
  const agenda = page.getByRole("region", { name: "En ce moment au casino" });
  const row = agenda.getByRole("list", { name: "Agenda" });
  const [previous, next] = [
    agenda.getByRole("button", { name: "Précédent" }),
    agenda.getByRole("button", { name: "Suivant" }),
  ];
  await row.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  // On a phone there are no arrows; a finger moves the row.
  if (!(await next.isVisible())) return;
  await expect(previous).toBeEnabled();
  await next.focus();
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(next).toBeDisabled({ timeout: 50 });
  }).toPass();
  expect(await row.evaluate((one) => Math.round(one.scrollWidth - one.clientWidth - one.scrollLeft))).toBeLessThan(9);
}

async function leafsPictures(page: Page): Promise<void> {
  const gallery = page.getByRole("region", { name: "Découvrez le casino en photos" });
  const first = gallery.getByRole("link").first();
  const dialog = page.getByRole("dialog", { name: "Découvrez le casino en photos" });
  const caption = (await first.getByRole("img").getAttribute("alt")) ?? "no caption";
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText(/^Photo 1 sur \d+$/)).toBeVisible();
  expect(await axeFaults(page, dialog)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  // Does not wait until the row has arrived.
  await page.keyboard.press("End");
  await expect(dialog.getByText(/^Photo (\d+) sur \1$/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Suivant" })).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(dialog.getByText(/^Photo 1 sur \d+$/)).toBeVisible();
  await expect(dialog.getByText(caption)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(first).toBeFocused();
}

async function opensMenu(page: Page): Promise<void> {
  const opener = page.getByRole("link", { name: "Menu", exact: true });
  const menu = menuOf(page);
  const address = page.url();
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const stops = await menu.getByRole("link").or(menu.getByRole("button")).count();
  for (let stop = 0; stop < stops + 2; stop++) {
    await page.keyboard.press("Tab");
    // Between its last and its first stop a dialog passes the focus to the browser's own controls.
    const isInside = await menu.evaluate(
      (one) => one.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(address);
}
