import { randomUUID } from "node:crypto";
import { homeHeaders } from "./cached-home.ts";
import { getOnce } from "./get-once.ts";
import { send } from "./load.ts";
import { ratioOf, type Ratio } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const VISITORS = 200;
const RENDERS = /^page_render_seconds_count (\d+)$/m;

/** 200 simultaneous visitors after a save: the page must be rendered once. */
export async function simultaneousMisses(site: RunningSite): Promise<Ratio> {
  const headers = homeHeaders(site);
  await reportJackpot(site);
  const before = await renders(site);
  const { ms } = await send({
    port: site.port,
    path: "/",
    headers,
    requests: VISITORS,
    sockets: VISITORS,
    status: 200,
  });
  return ratioOf("renders of 200 simultaneous misses", {
    a: (await renders(site)) - before,
    b: 1,
    budget: 1,
    unit: "renders",
    ms,
  });
}

/** Reports a jackpot, which clears the venue's pages from the cache. */
async function reportJackpot(site: RunningSite): Promise<void> {
  const won = { site_slot: 12, model: "Bench", amount: "500.00", payment_date: new Date().toISOString() };
  const answer = await fetch(`http://localhost:${site.port}/api/floor/jackpots`, {
    method: "POST",
    headers: { authorization: "Bearer floor-151", "content-type": "application/json" },
    body: JSON.stringify({ event_id: randomUUID(), ...won }),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The floor's report was answered with ${answer.status}`);
}

async function renders({ port }: RunningSite): Promise<number> {
  const { body } = await getOnce({ port, path: "/metrics", headers: { host: `localhost:${port}` } });
  // A counter appears in /metrics with its first count.
  return Number(RENDERS.exec(body.toString())?.[1] ?? 0);
}
