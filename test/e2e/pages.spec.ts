import type { Page } from "@playwright/test";
import { FAMILIES } from "./places.ts";
import { axeFaults, expect, hydrate, seeWhole, test, visit, withConsentGiven } from "./watched.ts";
import { expectAllReached } from "./tab-walk.ts";

const WIDTHS = { phone: [320, 899], desktop: [900, 1200, 1700] };

/** A phone's bars cover the focus on every page or on none, so one short and one long page suffice. */
const BY_KEYBOARD_ON_A_PHONE = new Set(["Home", "the agenda"]);

/**
 * The layout shift allowed while the fonts load. Their fallbacks differ by half a per cent (fonts.css), more on a
 * machine with other fonts, so a line may break elsewhere. Once the fonts are drawn, nothing may move.
 */
const SHIFT_OF_FACES_MAX = 0.1;
const SHIFT_MAX = 0.0005;
/** How long after loading the fonts may take to be drawn. */
const FACES_DRAWN_MS = 500;
type Shifted = { value: number; moved: string; at: number };

/** Animations may cause layout shifts, so they must run. */
test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const [family, pages] of Object.entries(FAMILIES)) {
  for (const [at, url] of pages.entries()) {
    const { host, pathname, search } = new URL(url);
    // Pages of another country in the same family are tested on the phone only.
    const tag = at > 0 ? ["@once"] : [];
    const title = `${family} at ${host}${pathname}${search}: nothing moves, spills, is unreadable or out of reach`;
    test(title, { tag }, async ({ page, context }, { project }) => {
      await withConsentGiven(context);
      await page.addInitScript(watchShifts);
      await page.addInitScript(keepReactAsleep);
      await visit(page, url);
      expect(await page.evaluate(scriptsBeforeLoad), "scripts before load").toEqual([]);
      await seeWhole(page);
      await expectStill(page);
      expect(await page.evaluate(spills), "elements wider than the window").toEqual([]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await axeFaults(page)).toEqual([]);
      if (at === 0 && (project.name === "desktop" || BY_KEYBOARD_ON_A_PHONE.has(family))) await expectAllReached(page);
      await expectSilentHydration(page);
      if (at > 0) return;
      await expectNoSpills(page, WIDTHS[project.name === "phone" ? "phone" : "desktop"]);
    });
  }
}

async function expectStill(page: Page): Promise<void> {
  const { shifts, fontsAt } = await page.evaluate(() => {
    const seen = window as unknown as { shifts: Shifted[]; fontsAt: number };
    return { shifts: seen.shifts, fontsAt: seen.fontsAt };
  });
  const sum = (some: Shifted[]) => some.reduce((total, { value }) => total + value, 0);
  const later = shifts.filter(({ at }) => at > fontsAt + FACES_DRAWN_MS);
  expect(sum(later), JSON.stringify(later)).toBeLessThan(SHIFT_MAX);
  expect(sum(shifts), JSON.stringify(shifts)).toBeLessThan(SHIFT_OF_FACES_MAX);
}

async function expectNoSpills(page: Page, widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(spills), `at ${width} px`).toEqual([]);
  }
}

/** The watch reports React's complaints; this checks that no text of the page changed. */
async function expectSilentHydration(page: Page): Promise<void> {
  const before = await visibleWords(page);
  await hydrate(page);
  expect(await visibleWords(page)).toEqual(before);
}

/** The page's text without the parts that change by themselves. */
function visibleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const moving of copy.querySelectorAll("script, style, [data-megapot]")) moving.remove();
    return (copy.textContent ?? "").split(/\s+/).filter(Boolean);
  });
}

/** Runs in the page before its own scripts: with Save-Data only the visitor starts React. */
function keepReactAsleep(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}

/** Runs in the page: scripts requested before the load event. */
function scriptsBeforeLoad(): string[] {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return resources
    .filter(({ name, startTime }) => name.endsWith(".js") && startTime < (navigation?.loadEventStart ?? 0))
    .map(({ name }) => name);
}

/** Runs in the page: the elements that make the page wider than its window. */
function spills(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
    .slice(0, 5);
}

/** Runs in the page before its own scripts: records layout shifts that no visitor caused, and when the fonts loaded. */
function watchShifts(): void {
  const shifts: Shifted[] = [];
  const seen = Object.assign(window, { shifts, fontsAt: 0 });
  document.fonts.addEventListener("loadingdone", () => (seen.fontsAt = performance.now()));
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[]) {
      const moved = sources.map(({ node }) => node?.className?.toString() ?? "?").join(" ");
      if (!hadRecentInput) shifts.push({ value, moved, at: startTime });
    }
  }).observe({ type: "layout-shift", buffered: true });
}
