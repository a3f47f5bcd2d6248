import type { Browser } from "@playwright/test";
import { FORM_PAGES, PUBLIC_PAGES } from "./page-kinds.ts";
import { addressOf, hydrate, openPhone, loadReportOf, untilPreloaded, withBrowser } from "./phone.ts";
import { againstLimit, median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 3;
/** A loaded page rests this long before it is used. */
const REST_MS = 700;
const LOADING_TASK_MAX = 100;
const HYDRATING_TASK_MAX = 150;
const INTERACTION_MAX = 1_200;
const LARGEST_PAINT_MAX = 1.1;

type Times = { largestPaintMs: number; shift: number; loadingMs: number; hydratingMs: number; interactionMs: number };

/**
 * On a slow phone: the largest paint, the layout shift, the longest tasks, and the time from the first interaction to the
 * end of hydration.
 */
export async function pageTimes(site: RunningSite, before: RunningSite | null): Promise<Ratio[]> {
  return withBrowser(async (browser) => {
    const ratios: Ratio[] = [];
    for (const [kind, path] of Object.entries({ ...PUBLIC_PAGES, ...FORM_PAGES })) {
      const [now, then]: [Times[], Times[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        now.push(await timesOf(browser, site, path));
        if (before !== null) then.push(await timesOf(browser, before, path));
      }
      ratios.push(...ratiosOf(kind, now, then));
    }
    return ratios;
  });
}

function ratiosOf(kind: string, now: Times[], then: Times[]): Ratio[] {
  const middle = (times: Times[], of: keyof Times) => median(times.map((one) => one[of]));
  const limits: [name: string, of: keyof Times, limit: number, unit: string][] = [
    ["longest task while loading", "loadingMs", LOADING_TASK_MAX, "ms"],
    ["longest task while hydrating", "hydratingMs", HYDRATING_TASK_MAX, "ms"],
    ["shift", "shift", 0.001, "of the window"],
    // Forms hydrate by themselves, before a visitor can act.
    ...(kind in PUBLIC_PAGES
      ? [["interaction to hydrated", "interactionMs", INTERACTION_MAX, "ms"] as const].map((one) => [...one])
      : []),
  ] as [string, keyof Times, number, string][];
  const ratios = limits.map(([name, of, limit, unit]) =>
    againstLimit(`${name}, ${kind}`, middle(now, of), limit, unit),
  );
  if (then.length === 0) return ratios;
  const [a, b] = [middle(now, "largestPaintMs"), middle(then, "largestPaintMs")];
  return [
    ...ratios,
    ratioOf(`largest paint, ${kind}: after / before`, { a, b, budget: LARGEST_PAINT_MAX, unit: "ms" }),
  ];
}

async function timesOf(browser: Browser, site: RunningSite, path: string): Promise<Times> {
  const page = await openPhone(browser, site);
  try {
    await page.goto(addressOf(site, path), { waitUntil: "load" });
    await page.waitForTimeout(REST_MS);
    const { largestPaintMs } = await loadReportOf(page);
    const isReact = (await page.locator("script#entry, script[type=module]").count()) > 0;
    if (!isReact) return { ...(await seen()), hydratingMs: 0, interactionMs: 0 };
    await untilPreloaded(page);
    const startMs = await page.evaluate(() => performance.now());
    const interactionMs = await hydrate(page);
    await page.waitForTimeout(REST_MS);
    const { tasks, hydratedMs } = await loadReportOf(page);
    // A page that hydrates by itself begins after the largest paint.
    const from = (hydratedMs ?? 0) < startMs ? largestPaintMs : startMs;
    const longest = (isIn: (at: number) => boolean) =>
      Math.max(0, ...tasks.filter((task) => isIn(task.startMs)).map(({ ms }) => ms));
    return {
      ...(await seen()),
      loadingMs: longest((at) => at < from),
      hydratingMs: longest((at) => at >= from),
      interactionMs: Math.max(0, interactionMs),
    };
  } finally {
    await page.context().close();
  }

  async function seen() {
    const { largestPaintMs, shift, tasks } = await loadReportOf(page);
    return { largestPaintMs, shift, loadingMs: Math.max(0, ...tasks.map(({ ms }) => ms)) };
  }
}
