import { launch } from "chrome-launcher";
import lighthouse, { type Flags, type Result } from "lighthouse";
import { ensureBrowser } from "../bin/ensure-browser.ts";
import { blockedMs, type TraceEvent } from "./blocked-time.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const RUNS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const CHROME_FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
];
const FLAGS = {
  output: "json",
  logLevel: "error",
  formFactor: "mobile",
  onlyCategories: [...CATEGORIES],
} satisfies Flags;

type Run = {
  scores: number[];
  shift: number;
  lcpMs: number;
  htmlBytes: number;
  heroBytes: number;
  /** The time that Lighthouse scores: until each task ended. */
  heldMs: number;
  /** The time that the page's own tasks worked (blocked-time.ts). */
  blockedMs: number;
};

/** One page of every kind except Home. */
const PAGES = [
  "/agenda",
  "/spectacles/5103/les-nuits-du-lac-en-concert",
  "/jeux",
  "/jeux/black-jack",
  "/jeux/jackpots",
  "/restauration",
  "/restauration/la-brasserie-du-quai",
];

export function lighthouseHome(site: RunningSite): Promise<Ratio[]> {
  return lighthousePage(site, "/");
}

export async function lighthousePages(site: RunningSite): Promise<Ratio[]> {
  const ratios: Ratio[] = [];
  for (const path of PAGES) ratios.push(...(await lighthousePage(site, path)));
  return ratios;
}

/**
 * A page in Lighthouse's mobile run with simulated throttling, median of three: the scores, the blocking time as scored
 * and in processor time, and the largest paint against its lower bound.
 */
async function lighthousePage(site: RunningSite, path: string): Promise<Ratio[]> {
  const url = `http://${site.hostOf("port-serac")}${path}`;
  // What a first visitor has made by asking, such as a missing variant of a picture, is there for the next.
  await runOnce(url);
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await runOnce(url));
  const scores = CATEGORIES.map((_name, at) => median(runs.map((run) => run.scores[at] ?? 0)));
  const [htmlBytes, heroBytes] = [median(runs.map((run) => run.htmlBytes)), median(runs.map((run) => run.heroBytes))];
  const shift = Math.max(...runs.map((run) => run.shift));
  const named = Object.fromEntries(CATEGORIES.map((name, at) => [name, scores[at] ?? 0]));
  const lowest = ratioOf(`lighthouse ${path}: 100 / lowest score`, {
    a: 100,
    b: Math.min(...scores),
    budget: 1,
    unit: "points",
    ...named,
    shift,
    heldMs: median(runs.map((run) => run.heldMs)),
    blockedMs: median(runs.map((run) => run.blockedMs)),
  });
  // Lighthouse reports the shift in thousandths. Anything below one is text that changes to its web font.
  return [
    { ...lowest, ok: lowest.ok && Math.round(shift * 1000) === 0 },
    ratioOf(`lighthouse ${path}: largest paint / floor`, {
      a: median(runs.map((run) => run.lcpMs)),
      b: floorMs(htmlBytes, heroBytes),
      budget: 1.25,
      unit: "ms",
      htmlBytes,
      heroBytes,
    }),
  ];
}

/**
 * The earliest time that these bytes can be seen over the simulated line: three round trips, then 200 bytes per
 * millisecond.
 */
function floorMs(htmlBytes: number, heroBytes: number): number {
  return Math.max(450 + htmlBytes / 200, 600) + heroBytes / 200;
}

async function runOnce(url: string): Promise<Run> {
  const chrome = await launch({ chromePath: await ensureBrowser(), chromeFlags: CHROME_FLAGS, logLevel: "error" });
  try {
    const result = await lighthouse(url, { ...FLAGS, port: chrome.port });
    if (result === undefined) throw new Error("Lighthouse gave no result");
    return readRun(result.lhr, result.artifacts.Trace.traceEvents);
  } finally {
    chrome.kill();
  }
}

type Transfer = { url: string; transferSize: number; resourceType: string; priority: string };

function readRun({ audits, categories, configSettings }: Result, events: TraceEvent[]): Run {
  const transfers = (audits["network-requests"]?.details as { items?: Transfer[] } | undefined)?.items ?? [];
  const sizeOf = (isWanted: (transfer: Transfer) => boolean) => transfers.find(isWanted)?.transferSize ?? 0;
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    shift: audits["cumulative-layout-shift"]?.numericValue ?? 1,
    lcpMs: audits["largest-contentful-paint"]?.numericValue ?? Number.POSITIVE_INFINITY,
    htmlBytes: sizeOf(({ resourceType }) => resourceType === "Document"),
    heroBytes: sizeOf(({ url, priority }) => url.includes("/media/") && /High/.test(priority)),
    heldMs: audits["total-blocking-time"]?.numericValue ?? Number.POSITIVE_INFINITY,
    blockedMs: blockedMs(events, configSettings.throttling.cpuSlowdownMultiplier),
  };
}
