// `npm run accessibility` checks pages of one venue per country with axe, and writes what it finds into the accessibility statement.
import { writeFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";
import { type RunningSite, startSite } from "../bench/running-site.ts";
import type { AccessibilityResults } from "../src/content/accessibility-results.ts";
import * as paths from "../src/venues/paths.ts";
import { UNLISTED_PATHS } from "../src/venues/addresses/unlisted-paths.ts";
import { ensureBrowser } from "./ensure-browser.ts";

const VENUES = { FR: "port-serac", CH: "montreval", BE: "blankenduin" } as const;
const WIDTHS = [390, 1440];
const LOCALES = ["fr", "en"];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const FORMS = [paths.logIn, paths.registerForm, paths.recover];
const OUT = "src/content/accessibility-results.json";

type Failure = AccessibilityResults["failures"][number];

const executablePath = await ensureBrowser();
const site = await startSite();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const results: Record<string, AccessibilityResults> = {};
  for (const [country, slug] of Object.entries(VENUES)) results[country] = await check(browser, site, slug);
  writeFileSync(OUT, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await browser.close();
  await site.stop();
}

async function check(browser: Browser, site: RunningSite, slug: string): Promise<AccessibilityResults> {
  const origin = `http://${site.hostOf(slug)}`;
  const pages = [...(await listedPages(browser, origin)), ...UNLISTED_PATHS, ...FORMS];
  const failures = new Map<string, Failure>();
  const applied = new Set<string>();
  const seen = new Set<string>();
  for (const width of WIDTHS)
    for (const locale of LOCALES) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const path of pages) {
        const answer = await page.goto(`${origin}${path}`, { waitUntil: "networkidle" });
        // A country may lack a page; its address leads elsewhere then.
        if (answer === null || !answer.ok() || new URL(page.url()).pathname !== path) continue;
        seen.add(path);
        for (const failure of await failuresOf(page, path, applied)) failures.set(`${failure.rule} ${path}`, failure);
      }
      await context.close();
    }
  const date = new Date().toISOString().slice(0, 10);
  process.stdout.write(`${slug}: ${seen.size} pages, ${applied.size} rules, ${failures.size} failures\n`);
  return { date, rules: applied.size, widths: WIDTHS, pages: [...seen], failures: [...failures.values()] };
}

/** One listed page of each kind, from the sitemap. Pages of a kind share the first part of their path and its length. */
async function listedPages(browser: Browser, origin: string): Promise<string[]> {
  const page = await browser.newPage();
  const sitemap = (await (await page.goto(`${origin}/sitemap.xml`))?.text()) ?? "";
  await page.close();
  const kinds = new Map<string, string>();
  for (const [, address = ""] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const { pathname } = new URL(address);
    const parts = pathname.split("/");
    const kind = `${parts[1]} ${parts.length}`;
    if (!kinds.has(kind)) kinds.set(kind, pathname);
  }
  return [paths.home, ...[...kinds.values()].filter((path) => path !== paths.home)];
}

async function failuresOf(page: Page, path: string, applied: Set<string>): Promise<Failure[]> {
  const { violations, passes, incomplete, inapplicable } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(RULES)
    .analyze();
  for (const { id } of [...violations, ...passes, ...incomplete, ...inapplicable]) applied.add(id);
  return violations.map(({ id, help }) => ({ rule: id, help, page: path }));
}
