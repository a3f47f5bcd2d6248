import { home, PLACES } from "./places.ts";
import { expect, test } from "./watched.ts";

const SIX_MONTHS_SECONDS = 182 * 86_400;

for (const { slug } of PLACES.slice(0, 3)) {
  test(`${slug}: refusing is as easy as accepting, and is remembered for six months`, async ({ page, context }) => {
    await page.goto(home(slug));
    const banner = page.locator("#consent");
    await expect(banner).toBeVisible();
    const looks = await banner.locator(".consent-answers button").evaluateAll((buttons) =>
      buttons.map((button) => {
        const { backgroundColor, color, fontSize, fontWeight, borderColor, height } = getComputedStyle(button);
        return {
          backgroundColor,
          color,
          fontSize,
          fontWeight,
          borderColor,
          height,
          width: Math.round(button.getBoundingClientRect().width),
        };
      }),
    );
    expect(looks).toHaveLength(2);
    expect(looks[1]).toEqual(looks[0]);
    await banner.locator("[data-choice=none]").click();
    await expect(banner).toBeHidden();
    const [cookie, ...more] = await context.cookies();
    expect(more).toEqual([]);
    expect(cookie).toMatchObject({
      name: "consent",
      value: encodeURIComponent("v=1&measure=0&ads=0"),
      path: "/",
      sameSite: "Lax",
    });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SIX_MONTHS_SECONDS)).toBeLessThan(120);
    await page.reload();
    await page.waitForTimeout(200);
    await expect(banner).toBeHidden();
  });
}

test("nothing optional is ticked beforehand, and a choice of one is kept as one", async ({ page, context }) => {
  await page.goto(home("port-serac"));
  const banner = page.locator("#consent");
  await banner.locator("summary").click();
  await expect(banner.locator("input[type=checkbox]:checked:enabled")).toHaveCount(0);
  await banner.locator("[name=measure]").check();
  await banner.locator("[data-choice=ticked]").click();
  await expect(banner).toBeHidden();
  expect(await context.cookies()).toMatchObject([
    { name: "consent", value: encodeURIComponent("v=1&measure=1&ads=0") },
  ]);
});

test("the foot of the page opens the choice again, as it was answered", async ({ page, context }) => {
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D1%26ads%3D0", url: home("port-serac") }]);
  await page.goto(home("port-serac"));
  const banner = page.locator("#consent");
  await expect(banner).toBeHidden();
  await page.locator("[data-consent-open]").click();
  await expect(banner).toBeVisible();
  await expect(banner.locator("summary")).toBeFocused();
  await banner.locator("summary").click();
  await expect(banner.locator("[name=measure]")).toBeChecked();
  await expect(banner.locator("[name=ads]")).not.toBeChecked();
  await banner.locator("[data-choice=all]").click();
  await expect(banner).toBeHidden();
  expect(await context.cookies()).toMatchObject([{ value: encodeURIComponent("v=1&measure=1&ads=1") }]);
});
