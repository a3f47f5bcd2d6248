import { setTimeout as delay } from "node:timers/promises";
import { startPostgres } from "../test/support/postgres.ts";
import { homeHeaders } from "./cached-home.ts";
import { getOnce } from "./get-once.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { type RunningSite, startSite } from "./running-site.ts";
import { staffOf } from "./staff.ts";
import { brotliDecompressSync } from "node:zlib";

const SAVES = Number(process.env["BENCH_SAVES"] ?? 30);
const VISIBLE_MS_MAX = 1_000;

/**
 * The time from the answer of a save on one node until another node shows it to a visitor: two sites on one
 * PostgreSQL. Limit: one second.
 */
export async function saveToVisible(): Promise<Ratio> {
  const postgres = await startPostgres();
  const url = postgres.url("postgres");
  try {
    const first = await startSite({ databaseUrl: url });
    try {
      const second = await startSite({ databaseUrl: url });
      try {
        return await measure(first, second);
      } finally {
        await second.stop();
      }
    } finally {
      await first.stop();
    }
  } finally {
    await postgres.stop();
  }
}

async function measure(first: RunningSite, second: RunningSite): Promise<Ratio> {
  const { save } = await staffOf(first);
  const times: number[] = [];
  for (let n = 0; n < SAVES; n += 1) {
    const words = `Lumière ${n} ${crypto.randomUUID()}`;
    await save(words);
    const saved = performance.now();
    while (!(await home(second)).includes(words)) {
      if (performance.now() - saved > 10 * VISIBLE_MS_MAX) throw new Error("The other node does not show the save");
      await delay(1);
    }
    times.push(performance.now() - saved);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return ratioOf("save to visible on a second node, p99", {
    a: at(0.99),
    b: VISIBLE_MS_MAX,
    budget: 1,
    unit: "ms",
    median: at(0.5),
    saves: SAVES,
  });
}

async function home(site: RunningSite): Promise<string> {
  const { body } = await getOnce({ port: site.port, path: "/", headers: homeHeaders(site) });
  return brotliDecompressSync(body).toString();
}
