import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { PEOPLE, tokenOf } from "./demo-people.ts";
import { getOnce } from "./get-once.ts";
import { FORM_PAGES, MEMBER_PAGES, PUBLIC_PAGES, SLUG } from "./page-kinds.ts";
import { addressOf, hydrate, openPhone, loadReportOf, withBrowser } from "./phone.ts";
import { againstLimit, beside, type Ratio } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const KB = 1024;
/** A cached page reaches its smallest compressed form within seconds. */
const SMALLEST_MS = 6_000;
const DATA_MAX = 4 * KB;
const HOME_HTML_MAX = 32 * KB;
const PAGE_HTML_MAX = 22 * KB;
const HOME_SCRIPT_MAX = 120 * KB;
const PAGE_SCRIPT_MAX = 8 * KB;
/** From the first measurement, plus a tenth. */
const FORM_SCRIPT_MAX = 160 * KB;

type Scripts = { sizes: Map<string, number>; beforePaint: number };

/**
 * The compressed bytes of every kind of page: its HTML, the data inside it, and the scripts until React has hydrated
 * it.
 */
export async function pageBytes(site: RunningSite, before: RunningSite | null): Promise<Ratio[]> {
  const ratios = await htmlBytes(site, before);
  const token = await tokenOf(site, PEOPLE.at(-1) ?? "");
  return withBrowser(async (browser) => {
    const home = await scriptsOf(browser, site, "/");
    for (const [kind, path] of Object.entries({ ...PUBLIC_PAGES, ...FORM_PAGES, ...MEMBER_PAGES })) {
      const isMembers = kind in MEMBER_PAGES;
      const { sizes, beforePaint } = await scriptsOf(browser, site, path, isMembers ? token : undefined);
      const whole = sum(sizes.values());
      const more = sum([...sizes].filter(([url]) => !home.sizes.has(url)).map(([, bytes]) => bytes));
      const isPublic = kind in PUBLIC_PAGES && path !== "/";
      const limit = path === "/" ? HOME_SCRIPT_MAX : isPublic ? PAGE_SCRIPT_MAX : FORM_SCRIPT_MAX;
      const name = `script ${isPublic ? "beside Home's" : "until hydrated"}, ${kind}`;
      ratios.push(againstLimit(name, isPublic ? more : whole, limit, "bytes", { whole }));
      ratios.push(againstLimit(`scripts asked for before the largest paint, ${kind}`, beforePaint, 0, "files"));
    }
    return ratios;
  });
}

async function htmlBytes(site: RunningSite, before: RunningSite | null): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  const sides = [site, ...(before === null ? [] : [before])];
  for (const path of Object.values(PUBLIC_PAGES)) for (const side of sides) await read(side, path, "br");
  await delay(SMALLEST_MS);
  for (const [kind, path] of Object.entries(PUBLIC_PAGES)) {
    const [now = 0, then] = await Promise.all(sides.map(async (side) => (await read(side, path, "br")).length));
    const limit = path === "/" ? HOME_HTML_MAX : PAGE_HTML_MAX;
    ratios.push(againstLimit(`HTML, ${kind}`, now, limit, "bytes", beside(then)));
    const data = dataIn((await read(site, path, "identity")).toString());
    ratios.push(againstLimit(`data in the page, ${kind}`, brotliCompressSync(data).length, DATA_MAX, "bytes"));
  }
  return ratios;
}

async function read(side: RunningSite, path: string, encoding: string): Promise<Buffer> {
  const headers = { host: side.hostOf(SLUG), "accept-encoding": encoding, "accept-language": "fr-FR" };
  const { status, body } = await getOnce({ port: side.port, path, headers });
  if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  return body;
}

/** The data that React Router embeds for hydration. */
function dataIn(html: string): string {
  return [...html.matchAll(/<script[^>]*>(window\.__reactRouterContext[\s\S]*?)<\/script>/g)]
    .map(([, code]) => code ?? "")
    .join("\n");
}

async function scriptsOf(browser: Browser, site: RunningSite, path: string, token?: string): Promise<Scripts> {
  const page = await openPhone(browser, site, { token });
  try {
    await page.goto(addressOf(site, path), { waitUntil: "load" });
    await hydrate(page);
    await page.waitForLoadState("networkidle");
    const { largestPaintMs, hydratedMs } = await loadReportOf(page);
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith(".js") && !name.endsWith("/sw.js"))
        .map(({ name, encodedBodySize, startTime }) => ({ name, encodedBodySize, startTime })),
    );
    return {
      sizes: new Map(
        fetched
          .filter(({ startTime }) => startTime < (hydratedMs ?? Infinity))
          .map(({ name, encodedBodySize }) => [name, encodedBodySize]),
      ),
      beforePaint: fetched.filter(({ startTime }) => startTime < largestPaintMs).length,
    };
  } finally {
    await page.context().close();
  }
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, one) => total + one, 0);
}
