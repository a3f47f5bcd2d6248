import { chromium, type Browser, type Locator, type Page } from "@playwright/test";
import { ensureBrowser } from "../bin/ensure-browser.ts";
import { BROWSER_ARGS } from "../test/e2e/browser-args.ts";
import { PUBLIC_PAGES, SLUG } from "./page-kinds.ts";
import type { RunningSite } from "./running-site.ts";

/** How much slower the processor of a slow phone is. */
const SLOWDOWN = 4;

/** What a page reports about its own loading, in milliseconds of its clock. */
export type LoadReport = {
  largestPaintMs: number;
  shift: number;
  tasks: { startMs: number; ms: number }[];
  hydratedMs: number | null;
  /** The longest event of each interaction, by its id. */
  interactions: Record<number, number>;
};

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: BROWSER_ARGS });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

type PhoneOptions = {
  /** The session token of a member. */
  token?: string | undefined;
  /** With Save-Data only the visitor's own actions start React. */
  savesData?: boolean;
};

/**
 * Opens the slow phone of a new visitor who has answered the consent banner, with an empty cache. The caller closes
 * its context.
 */
export async function openPhone(
  browser: Browser,
  site: RunningSite,
  { token, savesData = false }: PhoneOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "fr-FR",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const url = addressOf(site, "/");
  const cookies = [{ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url }];
  if (token !== undefined)
    cookies.push({ name: "user_token", value: token, url }, { name: "has_session", value: "1", url });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watch);
  if (savesData) await page.addInitScript(saveData);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return page;
}

export function addressOf(site: RunningSite, path: string): string {
  return `http://${site.hostOf(SLUG)}${path}`;
}

/** The link in the bar at the bottom that opens the menu. */
export const menuLink = (page: Page): Locator => page.getByRole("link", { name: "Menu", exact: true });

/** A link that opens a detail over the agenda. */
export const detailLink = (page: Page): Locator => page.locator(`main a[href='${PUBLIC_PAGES.announcement}']`).first();

export function loadReportOf(page: Page): Promise<LoadReport> {
  return page.evaluate(() => (window as unknown as { bench: LoadReport }).bench);
}

/** Waits until everything that may load before the first interaction is there. */
export async function untilPreloaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const wanted = document.querySelector<HTMLElement>("script#entry")?.dataset["modules"]?.split(" ") ?? [];
    const there = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
    return wanted.every((module) => there.includes(module));
  });
}

/** Starts React as a visitor's key press does. Returns the milliseconds until hydration has ended. */
export async function hydrate(page: Page): Promise<number> {
  const wokenMs = await page.evaluate(() => {
    document.body.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true }));
    return performance.now();
  });
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  return ((await loadReportOf(page)).hydratedMs ?? 0) - wokenMs;
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const told: LoadReport = { largestPaintMs: 0, shift: 0, tasks: [], hydratedMs: null, interactions: {} };
  Object.assign(window, { bench: told });
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  observe("largest-contentful-paint", ({ startTime }) => (told.largestPaintMs = startTime));
  observe("longtask", ({ startTime, duration }) => void told.tasks.push({ startMs: startTime, ms: duration }));
  observe("layout-shift", (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) told.shift += value;
  });
  const interacted = (entry: PerformanceEntry) => {
    const { interactionId = 0, duration } = entry as unknown as { interactionId?: number; duration: number };
    if (interactionId > 0) told.interactions[interactionId] = Math.max(told.interactions[interactionId] ?? 0, duration);
  };
  observe("event", interacted, { durationThreshold: 16 });
  new MutationObserver(() => {
    if (document.documentElement?.hasAttribute("data-hydrated")) told.hydratedMs ??= performance.now();
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-hydrated"] });
}

/** Runs in the page before its own scripts. */
function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
}
