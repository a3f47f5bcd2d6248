import { AxeBuilder } from "@axe-core/playwright";
import axe from "axe-core";
import { test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { GROUP, home, PLACES } from "./places.ts";

/** Accepts complaints that a test expects, by their text. */
export type AllowComplaint = (complaint: RegExp) => void;

/**
 * Playwright's test, which fails on every complaint of the browser: a console error or warning, an uncaught error, a
 * violation of the policy, a failed request or error status, or a request to a foreign host.
 */
export const test = base.extend<{ allowComplaint: AllowComplaint; watch: void }>({
  allowComplaint: async ({ baseURL: _ }, use) => {
    await use((complaint) => allowed.add(complaint));
    allowed.clear();
  },
  watch: [
    async ({ context, allowComplaint: _ }, use) => {
      const complaints = listen(context);
      await use();
      // What a test still holds back goes with it.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      const unexpected = complaints.filter((complaint) => ![...allowed].some((pattern) => pattern.test(complaint)));
      base.expect(unexpected, "complaints of the browser").toEqual([]);
    },
    { auto: true },
  ],
});
export { expect } from "@playwright/test";

/** Requests that the service worker makes on behalf of a page (service-worker.ts). */
const OF_WORKER = /\/session(\.data)?(\?|$)/;

/** Playwright's own warning in a browser whose service worker is blocked. */
const BLOCKED_WORKER = "Service Worker registration blocked by Playwright";

/**
 * When a navigation gives up a load whose data have arrived but whose stream has not ended, React Router leaves the rejection of its
 * decoder's `done` unhandled. Nothing waits for it.
 */
const LOAD_GIVEN_UP = "BodyStreamBuffer was aborted";

/** One set suffices, because a worker runs one test at a time. */
const allowed = new Set<RegExp>();

function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && message.text() !== BLOCKED_WORKER)
      complaints.push(`console ${message.type()}: ${message.text()}`);
  });
  context.on("weberror", (error) => {
    if (error.error().message !== LOAD_GIVEN_UP) complaints.push(`uncaught: ${error.error().message}`);
  });
  context.on("requestfailed", (request) => {
    // A page that is left cancels its requests, directly or through the service worker.
    const why = request.failure()?.errorText ?? "";
    const isGivenUp = why === "net::ERR_ABORTED" || (why === "net::ERR_FAILED" && OF_WORKER.test(request.url()));
    if (!isGivenUp) complaints.push(`failed: ${request.url()} ${why}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`answered ${response.status()}: ${response.url()}`);
  });
  context.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && !/(^|\.)localhost$/.test(hostname))
      complaints.push(`left our hosts: ${request.url()}`);
  });
  return complaints;
}

/** Opens a page and waits for its hydration, started as by a visitor's first key. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: "load" });
  await untilBehaving(page);
}

/** Waits for hydration on pages that hydrate. */
export async function untilBehaving(page: Page): Promise<void> {
  if ((await page.locator("script#entry, script[type=module]").count()) > 0) await hydrate(page);
}

/** Waits until the page has made no request for half a second. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

/** Starts React as a visitor's first key does and waits for hydration. Some pages have no React. */
export async function hydrate(page: Page): Promise<void> {
  if ((await page.locator("script#entry, script[type=module]").count()) === 0) return;
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
  await untilHydrated(page);
}

/** Waits for hydration, and for the modules of the forms in an open popup. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("dialog[open] form")].every((form) =>
      Object.keys(form).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
}

/**
 * Scrolls to the end of the page and back in steps of one window, so that everything lazy is loaded. Steps come from
 * outside, because a page's timers do not run without script.
 */
export async function seeWhole(page: Page): Promise<void> {
  const steps = await page.evaluate(() => Math.ceil(document.documentElement.scrollHeight / innerHeight));
  for (let step = 1; step <= steps; step++) {
    await page.evaluate((windows) => scrollTo({ top: windows * innerHeight, behavior: "instant" }), step);
    await page.waitForTimeout(30);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/** Stores an answer to the consent banner of every site in advance, so that it covers nothing. */
export async function withConsentGiven(context: BrowserContext): Promise<void> {
  const urls = [GROUP, ...PLACES.map(({ slug }) => home(slug))];
  await context.addCookies(urls.map((url) => ({ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url })));
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The faults that axe finds on the page or in a part of it, without its frames. Waits for animations first, because half-faded text has
 * too little contrast. Injects axe once; legacy mode would inject it twice. Reports violations only, because reporting passes takes a third
 * of the time. `options` forgets the rules of an earlier `withTags`.
 */
export async function axeFaults(page: Page, part?: Locator): Promise<string[]> {
  await page.evaluate(endTransitions);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const builder = new AxeBuilder({ page, axeSource: ";" })
    .setLegacyMode(true)
    .options({ preload: false, resultTypes: ["violations"] })
    .withTags(RULES)
    .exclude("iframe");
  if (part !== undefined) {
    await part.evaluate((one) => one.setAttribute("data-for-axe", ""));
    builder.include("[data-for-axe]");
  }
  const { violations } = await builder.analyze();
  if (part !== undefined) await part.evaluate((one) => one.removeAttribute("data-for-axe"));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(inWords).join(" | ")}`);
}

/** Runs in the page. Finishes all animations but endless and scroll-driven ones. */
function endTransitions(): void {
  for (const animation of document.getAnimations())
    if (animation.timeline === document.timeline && Number.isFinite(animation.effect?.getComputedTiming().endTime))
      animation.finish();
}

type Fault = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number]["nodes"][number];

/** Where a fault is and what axe measured, such as the two colours of a contrast. */
function inWords({ target, any, all }: Fault): string {
  return `${target.join(" ")} (${[...any, ...all].map(({ message }) => message).join("; ")})`;
}
