import type { Page } from "@playwright/test";
import { GROUP, home, PLACES } from "./places.ts";
import { expect, seeWhole, test, visit } from "./watched.ts";

const WIDTHS = { phone: [320, 390, 899], desktop: [900, 1200, 1440, 1700] };

for (const url of [...PLACES.map(({ slug }) => home(slug)), GROUP]) {
  test(`${new URL(url).hostname} stays within the window's width`, async ({ page }, { project }) => {
    for (const width of WIDTHS[project.name === "phone" ? "phone" : "desktop"]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(url);
      expect(await page.evaluate(spills), `at ${width} px`).toEqual([]);
    }
  });

  test(`nothing moves on ${new URL(url).hostname} while it loads and is read`, async ({ page }) => {
    await page.addInitScript(watchShifts);
    await page.goto(url);
    await seeWhole(page);
    await page.waitForTimeout(300);
    expect(await shiftsOf(page)).toEqual([]);
  });
}

test("with reduced motion everything stands in its place at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, home("port-serac"));
  const moving = await page.evaluate(() => ({
    waiting: document.querySelectorAll("[data-waiting]").length,
    running: document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 20).length,
    smooth: getComputedStyle(document.documentElement).scrollBehavior,
  }));
  expect(moving).toEqual({ waiting: 0, running: 0, smooth: "auto" });
});

test("the header hides on the way down and comes back on the way up", async ({ page }) => {
  await visit(page, home("port-serac"));
  const header = page.locator(".masthead");
  await page.mouse.wheel(0, 900);
  await expect(header).toHaveAttribute("data-hidden");
  await page.mouse.wheel(0, -200);
  await expect(header).not.toHaveAttribute("data-hidden");
});

test("a place on the page is reached below the header, and marked in the navigation", async ({ page }) => {
  await visit(page, home("port-serac", "#agenda"));
  const top = () =>
    page.evaluate(() => Math.round(document.querySelector("#agenda")?.getBoundingClientRect().top ?? -1));
  await expect.poll(top).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(0);
  const nav = page
    .locator(".bottom a, .masthead-nav a")
    .filter({ visible: true })
    .filter({ hasText: /^Agenda$/ });
  await expect(nav).toHaveAttribute("aria-current", "location");
});

/** Runs in the page: what makes the page wider than its window. */
function spills(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
    .slice(0, 5);
}

/** Runs in the page before anything of it: notes every layout shift that no visitor caused. */
function watchShifts(): void {
  const shifts: string[] = [];
  (window as unknown as { shifts: string[] }).shifts = shifts;
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => node?.className?.toString() ?? "?").join(" ");
      if (!hadRecentInput) shifts.push(`${value.toFixed(4)} ${moved}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}
