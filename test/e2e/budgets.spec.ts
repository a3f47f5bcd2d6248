import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test, visit } from "./watched.ts";

/** As visitors have it. */
test.use({ serviceWorkers: "allow" });

const KB = 1024;
/** 32 KB plus 15 % for one style sheet for all pages (docs/decisions/0051-react-is-the-frontend.md). */
const HTML_MAX = 1.15 * 32 * KB;
const HERO_MAX = 45 * KB;
const FONTS_MAX = 45 * KB;
const BOOT_MAX = 2 * KB;
const LIVE_MAX = 4 * KB;
/** 120 KB until a page is hydrated, plus the same 15 %. */
const SCRIPT_MAX = 1.15 * 120 * KB;
/** A legal text needs twelve files, and 48 if what pages share is in many. */
const SCRIPTS_MAX = 16;

/** A fresh installation encodes its pictures in the background and reaches the covers within minutes. */
const VARIANTS_MS_MAX = 240_000;

/** The density of Lighthouse's phone, and the highest density in use. */
const DENSITIES = [1.75, 3];

for (const deviceScaleFactor of DENSITIES) {
  test(`stays within the budgets of bytes and requests on a first visit at density ${deviceScaleFactor}`, async ({
    browser,
  }) => {
    test.setTimeout(VARIANTS_MS_MAX + 60_000);
    const scout = await phone(browser, deviceScaleFactor);
    await untilHeroIsReady(scout);
    await scout.context().close();
    await untilPageIsSmall(browser, deviceScaleFactor);
    const page = await phone(browser, deviceScaleFactor);
    await page.goto(home("port-serac"), { waitUntil: "networkidle" });
    const fetched = await page.evaluate(fetchedBytes);
    const hero = fetched.filter(({ url }) => url === fetched.find(({ kind }) => kind === "hero")?.url);

    expect(sum(fetched, "document"), "HTML with its styles").toBeLessThanOrEqual(HTML_MAX);
    expect(sum(hero, "hero"), "hero").toBeLessThanOrEqual(HERO_MAX);
    expect(sum(fetched, "font"), "fonts").toBeLessThanOrEqual(FONTS_MAX);

    const beforeLoad = fetched.filter(({ isBeforeLoad }) => isBeforeLoad);
    const numbers = Object.fromEntries(
      ["document", "hero", "font", "script", "style"].map((kind) => [
        kind,
        beforeLoad.filter((one) => one.kind === kind).length,
      ]),
    );
    expect(numbers, "requests before the load event").toEqual({ document: 1, hero: 1, font: 0, script: 0, style: 0 });
    // Until then nothing but the page and its first picture is loaded.
    expect(beforeLoad.length).toBe(2);
    await page.context().close();
  });
}

/**
 * Within three seconds of a save a page is only compressed quickly (decision 0001), and other tests save texts of
 * this page.
 */
async function untilPageIsSmall(browser: Browser, density: number): Promise<void> {
  const htmlBytes = async () => {
    const page = await phone(browser, density);
    await page.goto(home("port-serac"));
    const bytes = sum(await page.evaluate(fetchedBytes), "document");
    await page.context().close();
    return bytes;
  };
  await expect.poll(htmlBytes, { intervals: [1000], timeout: 20_000 }).toBeLessThanOrEqual(HTML_MAX);
}

test("keeps inline scripts and all script after hydration within their budgets", async ({ browser }) => {
  const { text } = await get("port-serac", "/");
  const inline = [...text.matchAll(/<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g)].map(
    ({ groups }) => groups ?? {},
  );
  // React's own inline scripts without a type begin with its data.
  const runs = inline.filter(
    ({ attributes = "", code = "" }) =>
      !attributes.includes("type=") && !code.startsWith("window.__reactRouterContext"),
  );
  const [boot = "", ...live] = runs.map(({ code = "" }) => code);
  expect(brotli(boot), "boot").toBeLessThanOrEqual(BOOT_MAX);
  expect(live, "opening hours and consent banner").toHaveLength(2);
  expect(brotli(live.join("\n")), "live state and consent").toBeLessThanOrEqual(LIVE_MAX);

  // The first request of a file may get a quickly compressed version.
  const allScript = async () => {
    const page = await phone(browser, 1.75);
    await visit(page, home("port-serac", "cgu"));
    await page.waitForLoadState("networkidle");
    const fetched = await page.evaluate(fetchedBytes);
    await page.context().close();
    expect(fetched.filter(({ kind }) => kind === "script").length).toBeLessThanOrEqual(SCRIPTS_MAX);
    return sum(fetched, "script") + brotli(boot) + brotli(live.join("\n"));
  };
  await expect.poll(allScript, { intervals: [1000], timeout: 40_000 }).toBeLessThanOrEqual(SCRIPT_MAX);
});

type Fetched = {
  url: string;
  kind: "document" | "hero" | "font" | "script" | "style" | "other";
  bytes: number;
  isBeforeLoad: boolean;
};

function sum(fetched: Fetched[], kind: Fetched["kind"]): number {
  return fetched.reduce((bytes, one) => bytes + (one.kind === kind ? one.bytes : 0), 0);
}

function brotli(text: string): number {
  return brotliCompressSync(text).length;
}

async function phone(browser: Browser, deviceScaleFactor: number): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor,
    isMobile: true,
    locale: "fr-FR",
  });
  return context.newPage();
}

/** Requests the cover for this screen until its AVIF has been made. */
async function untilHeroIsReady(page: Page): Promise<void> {
  await page.goto(home("port-serac"), { waitUntil: "domcontentloaded" });
  const chosen = await page.waitForFunction(() => document.querySelector<HTMLImageElement>(".cover .pic")?.currentSrc);
  const { pathname, search } = new URL((await chosen.jsonValue()) ?? "");
  const type = async () =>
    (await get("port-serac", pathname + search, { accept: "image/avif,image/webp" })).headers["content-type"];
  await expect.poll(type, { timeout: VARIANTS_MS_MAX, intervals: [1_000] }).toBe("image/avif");
}

/** Runs in the page: the requests, with the body sizes as transferred. */
function fetchedBytes(): Fetched[] {
  const hero = document.querySelector<HTMLImageElement>(".cover .pic")?.currentSrc;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const loadedAt = navigation?.loadEventStart ?? 0;
  const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const kindOf = (url: string): Fetched["kind"] => {
    if (url === hero) return "hero";
    const ending = /\.(woff2|js|css)$/.exec(new URL(url).pathname)?.[1];
    return ending === "woff2" ? "font" : ending === "js" ? "script" : ending === "css" ? "style" : "other";
  };
  return [
    { url: location.href, kind: "document", bytes: navigation?.encodedBodySize ?? 0, isBeforeLoad: true },
    ...resources.map(({ name, encodedBodySize, startTime }) => ({
      url: name,
      kind: kindOf(name),
      bytes: encodedBodySize,
      isBeforeLoad: startTime < loadedAt,
    })),
  ];
}
