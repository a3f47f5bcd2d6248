import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { axeFaults, expect, test } from "./watched.ts";

const SIX_MONTHS_SECONDS = 182 * 86_400;

test("refusing is as easy as accepting, and is remembered for six months", async ({ page, context }) => {
  await page.goto(home("blankenduin"), { waitUntil: "domcontentloaded" });
  const banner = page.locator("#consent");
  await expect(banner).toBeVisible();
  const looks = await looksOfAnswers(page);
  expect(looks).toHaveLength(2);
  expect(looks[1]).toEqual(looks[0]);
  await banner.locator("[data-choice=none]").click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole("status")).toBeVisible();
  const [cookie, ...more] = await context.cookies();
  expect(more).toEqual([]);
  expect(cookie).toMatchObject({
    name: "consent",
    value: encodeURIComponent("v=2&measure=0&ads=0"),
    path: "/",
    sameSite: "Lax",
  });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SIX_MONTHS_SECONDS)).toBeLessThan(120);
});

test("nothing optional is ticked beforehand, a choice of one is kept, and the foot of the page opens it again", async ({
  page,
  context,
}) => {
  await page.goto(home("port-serac"));
  const banner = page.locator("#consent");
  await banner.locator("summary").click();
  await expect(banner.locator("input[type=checkbox]:checked:enabled")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await axeFaults(page, "#consent")).toEqual([]);
  await banner.locator("[name=measure]").check();
  await banner.locator("[data-choice=ticked]").click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole("status")).toHaveText("Votre choix est enregistré.");
  expect(await context.cookies()).toMatchObject([{ value: encodeURIComponent("v=2&measure=1&ads=0") }]);

  await page.reload();
  await page.locator("[data-consent-open]").click();
  await expect(banner).toBeVisible();
  await expect(banner.locator("summary")).toBeFocused();
  await banner.locator("summary").click();
  await expect(banner.locator("[name=measure]")).toBeChecked();
  await expect(banner.locator("[name=ads]")).not.toBeChecked();
  await banner.locator("[data-choice=all]").click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole("status")).toBeVisible();
  expect(await context.cookies()).toMatchObject([{ value: encodeURIComponent("v=2&measure=1&ads=1") }]);
  await expect(page.locator("[data-consent-open]")).toBeFocused();
});

test("an answer that does not arrive is told, and the banner stays (G38)", async ({ page, context, forgive }) => {
  forgive(/ERR_FAILED/);
  await page.route("**/consent", (route) => route.abort());
  await page.goto(home("port-serac"));
  await page.locator("#consent [data-choice=none]").click();
  await expect(page.locator("#failure")).toBeVisible();
  await expect(page.locator("#consent")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

function looksOfAnswers(page: Page) {
  return page.locator("#consent .consent-answers button").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { backgroundColor, color, fontSize, fontWeight, borderColor, height } = getComputedStyle(button);
      const width = Math.round(button.getBoundingClientRect().width);
      return { backgroundColor, color, fontSize, fontWeight, borderColor, height, width };
    }),
  );
}
