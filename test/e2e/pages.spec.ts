import type { Page } from "@playwright/test";
import { FAMILIES } from "./places.ts";
import { axeFaults, expect, hydrate, seeWhole, test, visit, withConsentGiven } from "./watched.ts";
import { expectAllReached } from "./tab-walk.ts";

const WIDTHS = { phone: [320, 899], desktop: [900, 1200, 1700] };

/** A phone's bars cover what has the focus on every page or on none, so a short and a long one tell. */
const BY_KEYBOARD_ON_A_PHONE = new Set(["Home", "the agenda"]);

/**
 * What may move while the faces arrive, in all: their fallbacks are half a per cent off (fonts.css), more on a machine that
 * has other fonts, so a line may break elsewhere where a busy machine paints before they are there. Once they are, nothing
 * may move at all.
 */
const SHIFT_OF_FACES_MAX = 0.1;
const SHIFT_MAX = 0.0005;
/** How long after their arrival the faces may take to be drawn. */
const FACES_DRAWN_MS = 500;
type Shifted = { value: number; moved: string; at: number };

/** What comes in with motion may move something else. */
test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const [family, pages] of Object.entries(FAMILIES)) {
  for (const [at, url] of pages.entries()) {
    const { host, pathname } = new URL(url);
    // Another country's page of a family is looked at on the phone.
    const tag = at > 0 ? ["@once"] : [];
    const title = `${family} at ${host}${pathname}: nothing moves, spills, is unreadable or out of reach`;
    test(title, { tag }, async ({ page, context }, { project }) => {
      await withConsentGiven(context);
      await page.addInitScript(watchShifts);
      await page.addInitScript(keepReactAsleep);
      await visit(page, url);
      expect(await page.evaluate(scriptsBeforeLoad), "scripts before load").toEqual([]);
      await seeWhole(page);
      await expectStill(page);
      expect(await page.evaluate(spills), "what spills").toEqual([]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await axeFaults(page)).toEqual([]);
      if (at > 0) return;
      if (project.name === "desktop" || BY_KEYBOARD_ON_A_PHONE.has(family)) await expectAllReached(page);
      await expectSilentHydration(page);
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

/** Runs in the page before anything of it: notes every layout shift that no visitor caused, and when the faces came. */
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
