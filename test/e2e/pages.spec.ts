import type { Page } from "@playwright/test";
import { FAMILIES } from "./places.ts";
import { axeFaults, expect, hydrate, seeWhole, test, visit, withConsentGiven } from "./watched.ts";
import { expectAllReached } from "./tab-walk.ts";

const WIDTHS = { phone: [320, 899], desktop: [900, 1200, 1700] };

/** Motion is reduced for what is measured at rest: nothing is then still on its way. */
const STILL = { reducedMotion: "reduce" } as const;

for (const [family, pages] of Object.entries(FAMILIES)) {
  test(`${family} is whole: nothing moves, spills, is unreachable or unreadable`, async ({ page, context }, info) => {
    test.setTimeout(60_000 + pages.length * 30_000);
    const name = info.project.name === "phone" ? "phone" : "desktop";
    await withConsentGiven(context);
    await page.addInitScript(watchShifts);
    await page.addInitScript(keepReactAsleep);
    for (const [at, url] of pages.entries()) {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await visit(page, url);
      expect(await page.evaluate(scriptsBeforeLoad), `scripts before load on ${url}`).toEqual([]);
      await seeWhole(page);
      expect(await shiftsOf(page), `what moves on ${url}`).toEqual([]);
      expect(await page.evaluate(spills), `what spills on ${url}`).toEqual([]);
      await page.emulateMedia(STILL);
      expect(await axeFaults(page), `axe on ${url}`).toEqual([]);
      if (at > 0) continue;
      await expectAllReached(page);
      if (name === "phone") await expectSilentHydration(page);
      await expectNoSpills(page, WIDTHS[name]);
    }
  });
}

async function expectNoSpills(page: Page, widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(spills), `at ${width} px`).toEqual([]);
  }
}

/** The watch hears React's complaints; this sees that no word of the page changed. */
async function expectSilentHydration(page: Page): Promise<void> {
  const before = await visibleWords(page);
  await hydrate(page);
  expect(await visibleWords(page)).toEqual(before);
}

/** The page's words without those that change by themselves. */
function visibleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const moving of copy.querySelectorAll("script, style, [data-megapot]")) moving.remove();
    return (copy.textContent ?? "").split(/\s+/).filter(Boolean);
  });
}

/** Runs in the page before anything of it: under Save-Data nothing wakes React but a touch. */
function keepReactAsleep(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

/** Runs in the page: scripts that were asked for before the page had loaded. */
function scriptsBeforeLoad(): string[] {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return resources
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime < (navigation?.loadEventStart ?? 0))
    .map(({ name }) => name);
}

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
