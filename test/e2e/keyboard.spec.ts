import type { Page } from "@playwright/test";
import { GROUP, home, PLACES } from "./places.ts";
import { expect, test, visit, withConsentGiven } from "./watched.ts";

/** Scrolling and dialogs then happen at once, and a test need not wait for them. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** More stops than any page has. */
const STOPS_MAX = 150;

for (const { slug } of PLACES) {
  test(`every control of ${slug} is reached by Tab, in sight and ringed`, async ({ page, context }) => {
    await withConsentGiven(context, home(slug));
    await visit(page, home(slug));
    await expectAllReached(page);
  });
}

test("every control of the group's front page is reached by Tab, in sight and ringed", async ({ page }) => {
  await visit(page, GROUP);
  await expectAllReached(page);
});

test.describe("port-serac", () => {
  test.beforeEach(async ({ page, context }) => {
    await withConsentGiven(context, home("port-serac"));
    await visit(page, home("port-serac"));
  });

  test("the first stop skips to the content", async ({ page }) => {
    await page.keyboard.press("Tab");
    await expect(page.locator(".skip")).toBeFocused();
    await expect(page.locator(".skip")).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator("main")).toBeFocused();
  });

  test("the agenda's row moves by its keys, and by its arrows where there are any, which rest at the ends", async ({
    page,
  }) => {
    const row = page.locator("#agenda-slides");
    const [previous, next] = [
      page.locator("[data-arrows] [data-step='-1']"),
      page.locator("[data-arrows] [data-step='1']"),
    ];
    await row.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    // A phone's window has no arrows: there a finger moves the row.
    if (!(await next.isVisible())) return;
    await expect(previous).toBeEnabled();
    await next.focus();
    for (let press = 0; press < 20 && (await next.isEnabled()); press++) {
      await page.keyboard.press("Enter");
      await page.waitForTimeout(60);
    }
    await expect(next).toBeDisabled();
    expect(await row.evaluate((one) => Math.round(one.scrollWidth - one.clientWidth - one.scrollLeft))).toBeLessThan(9);
  });

  test("a picture opens, leafs by arrows, closes by Escape and gives the focus back", async ({ page }) => {
    const first = page.locator("[data-lightbox] a").first();
    const dialog = page.locator("dialog.lightbox");
    const position = dialog.locator("[data-position]");
    await first.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(position).toContainText("1");
    await page.keyboard.press("ArrowRight");
    await expect(position).toContainText("Photo 2");
    await page.keyboard.press("End");
    await expect(position).toContainText("Photo 7");
    await expect(dialog.locator("[data-step='1']")).toBeDisabled();
    await page.keyboard.press("Home");
    await expect(position).toContainText("Photo 1");
    await expect(dialog.locator("[data-caption]")).not.toBeEmpty();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(first).toBeFocused();
  });

  test("the menu opens, holds the focus, closes by Escape and gives the focus back", async ({ page }) => {
    const opener = page.locator("[data-sheet=menu]:visible").first();
    const menu = page.locator("#menu");
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(menu).toBeVisible();
    const stops = await menu.locator("a, button").count();
    for (let stop = 0; stop < stops + 2; stop++) {
      await page.keyboard.press("Tab");
      // Between its last and its first stop a dialog gives the focus to the browser's own bar.
      expect(
        await page.evaluate(() => document.activeElement?.closest("main, footer, .masthead, .bottom, .rail")),
      ).toBeNull();
    }
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(home("port-serac"));
  });

  test("the hours unfold and fold by the keyboard", async ({ page }) => {
    const summary = page.locator("details.hours summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".hours-panel")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(".hours-panel")).toBeHidden();
    await expect(summary).toBeFocused();
  });
});

/** Tabs through the page. Every control in sight is a stop; every stop is on the screen, not covered, and has its ring. */
async function expectAllReached(page: Page): Promise<void> {
  const wanted = await page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>("a[href], button:not(:disabled), summary, input, [tabindex='0']"),
    ];
    const visible = controls.filter((one) => one.checkVisibility({ visibilityProperty: true }));
    for (const [at, one] of visible.entries()) one.dataset["stop"] = String(at);
    return visible.length;
  });
  const reached = new Set<string>();
  const faults: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(lookAtFocus);
    if (seen === null || (seen.stop !== "" && reached.has(seen.stop))) break;
    if (seen.stop !== "") reached.add(seen.stop);
    if (seen.fault !== "") faults.push(`${seen.fault}: ${seen.html}`);
  }
  expect(faults).toEqual([]);
  const missed = await page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLElement>("[data-stop]")]
        .filter((one) => !known.includes(one.dataset["stop"] ?? "") && !one.matches(":disabled"))
        .map((one) => one.outerHTML.slice(0, 100)),
    [...reached],
  );
  expect(missed).toEqual([]);
  expect(wanted).toBeGreaterThan(10);
}

/** Runs in the page: what has the focus, and what is wrong with how it is shown; null where nothing has it. */
async function lookAtFocus(): Promise<{ stop: string; fault: string; html: string } | null> {
  await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)));
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.15, 0.5, 0.85].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
  );
  const isSeen = points.some(([x = 0, y = 0]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (focused.contains(hit) || hit.contains(focused));
  });
  const isRinged = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  const fault = !isSeen ? "covered or off the screen" : !isRinged ? "no ring" : "";
  return { stop: focused.dataset["stop"] ?? "", fault, html: focused.outerHTML.slice(0, 100) };
}
