import type { Locator } from "@playwright/test";
import { home } from "./places.ts";
import { consentOf } from "./screens.ts";
import { axeFaults, expect, test } from "./watched.ts";

const SIX_MONTHS_SECONDS = 182 * 86_400;
/** A choice in the cookie, with the number of its receipt. */
const receiptOf = (choice: string) =>
  expect.stringMatching(new RegExp(`^${encodeURIComponent(`${choice}&id=`)}[0-9a-f-]{36}$`));

test("makes refusing as easy as accepting, and remembers it for six months", async ({ page, context }) => {
  await page.goto(home("blankenduin"), { waitUntil: "domcontentloaded" });
  const banner = consentOf(page);
  await expect(banner).toBeVisible();
  const { refuse, accept } = answersIn(banner);
  expect(await lookOf(refuse)).toEqual(await lookOf(accept));
  await refuse.click();
  await expect(banner).toBeHidden();
  await expect.poll(() => context.cookies()).toHaveLength(1);
  const [cookie, ...more] = await context.cookies();
  expect(more).toEqual([]);
  expect(cookie).toMatchObject({
    name: "consent",
    value: receiptOf("v=3&measure=0&ads=0"),
    path: "/",
    sameSite: "Lax",
  });
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - SIX_MONTHS_SECONDS)).toBeLessThan(120);
});

test("ticks nothing optional in advance, stores a partial choice, and reopens from the footer", async ({
  page,
  context,
}) => {
  await page.goto(home("port-serac"));
  const banner = consentOf(page);
  const { opener, measure, ads, save, accept } = answersIn(banner);
  await opener.click();
  for (const optional of [measure, ads]) await expect(optional).not.toBeChecked();
  expect(await banner.getByRole("checkbox", { checked: true, disabled: false }).count()).toBe(0);
  expect(await axeFaults(page, banner)).toEqual([]);
  await measure.check();
  await save.click();
  await expect(banner).toBeHidden();
  await expect.poll(() => context.cookies()).toMatchObject([{ value: receiptOf("v=3&measure=1&ads=0") }]);

  await page.reload();
  const again = page.getByRole("contentinfo").getByRole("button", { name: "Cookies" });
  await again.click();
  await expect(banner).toBeVisible();
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(measure).toBeChecked();
  await expect(ads).not.toBeChecked();
  await accept.click();
  await expect(banner).toBeHidden();
  await expect.poll(() => context.cookies()).toMatchObject([{ value: receiptOf("v=3&measure=1&ads=1") }]);
  await expect(again).toBeFocused();
});

test("reports an answer that could not be sent, and keeps the banner", async ({ page, context, allowComplaint }) => {
  allowComplaint(/ERR_FAILED/);
  await page.route("**/consent", (route) => route.abort());
  await page.goto(home("port-serac"));
  await answersIn(consentOf(page)).refuse.click();
  await expect(page.getByRole("alert").filter({ hasText: "La page ne répond pas" })).toBeVisible();
  await expect(consentOf(page)).toBeVisible();
  expect(await context.cookies()).toEqual([]);
});

/** Windows from the narrowest phone to a large screen; the third is a small laptop at 200 %. */
const WINDOWS = [
  [320, 568],
  [390, 844],
  [640, 400],
  [768, 1024],
  [1024, 768],
  [1920, 1080],
];

test("stands at the foot of every window and covers no page's beginning, close button or focused element @once", async ({
  page,
}) => {
  await page.goto(home("port-serac", "restauration/aurore"));
  const banner = consentOf(page);
  const boxes = () =>
    page.evaluate(() => {
      const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().toJSON() as DOMRect;
      return [".detail-close", "h1", "#consent", ".consent-answers", ".masthead"].map(box) as [
        DOMRect,
        DOMRect,
        DOMRect,
        DOMRect,
        DOMRect,
      ];
    });
  for (const [width = 0, height = 0] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect(banner).toBeVisible();
    const [close, title, strip, answers, header] = await boxes();
    const size = `${width} × ${height}`;
    expect(close.top, `close button below the header at ${size}`).toBeGreaterThanOrEqual(header.bottom);
    expect(close.bottom, `close button above the banner at ${size}`).toBeLessThan(strip.top);
    expect(title.bottom, `title above the banner at ${size}`).toBeLessThanOrEqual(strip.top);
    expect(answers.bottom, `answers inside the banner at ${size}`).toBeLessThanOrEqual(strip.bottom);
    expect(strip.height, `height at ${size}`).toBeLessThanOrEqual(width < 600 && height > 700 ? 148 : 69);
    const link = page.getByRole("contentinfo").getByRole("link").first();
    await link.evaluate((one) => {
      one.blur();
      one.focus();
    });
    const bottom = async () => {
      const box = await link.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottom, `focus above the banner at ${size}`).toBeLessThanOrEqual(strip.top);
  }
});

function answersIn(banner: Locator) {
  const button = (name: string) => banner.getByRole("button", { name });
  return {
    opener: banner.locator("summary"),
    measure: banner.getByRole("checkbox", { name: /^Mesure d’audience/ }),
    ads: banner.getByRole("checkbox", { name: /^Publicité/ }),
    save: button("Enregistrer mes choix"),
    refuse: button("Tout refuser"),
    accept: button("Tout accepter"),
  };
}

function lookOf(answer: Locator) {
  return answer.evaluate((one) => {
    const { backgroundColor, color, fontSize, fontWeight, borderColor, height } = getComputedStyle(one);
    const width = Math.round(one.getBoundingClientRect().width);
    return { backgroundColor, color, fontSize, fontWeight, borderColor, height, width };
  });
}
