import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { homeHeaders } from "./cached-home.ts";
import type { Flood } from "./flood-client.ts";
import { getOnce } from "./get-once.ts";
import type { Paced } from "./paced-client.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 3;
const REQUESTS = 300;
const APART_MS = 10;
/** More than the site lets wait for a hash, so that some are told to come again. */
const FLOOD = 80;
const COME_AGAIN_MS = 250;

/** The slowest hundredth of hits on the kept Home while log-ins flood the site, against the same at rest, in turns. */
export async function homeUnderFlood(site: RunningSite): Promise<Ratio> {
  const headers = homeHeaders(site);
  await getOnce({ port: site.port, path: "/", headers });
  const times = { flood: [] as number[], rest: [] as number[] };
  const answered = new Map<number, number>();
  await paced(site, headers);
  for (let round = 0; round < ROUNDS; round++) {
    times.rest.push(...(await paced(site, headers)));
    const stop = flood(site, answered);
    try {
      await delay(500);
      times.flood.push(...(await paced(site, headers)));
    } finally {
      await stop();
    }
    await delay(500);
  }
  const compared = answered.get(401) ?? 0;
  if (compared === 0) throw new Error("No log-in of the flood came as far as its hash");
  return ratioOf("home under a flood of log-ins, p99 / at rest", {
    a: p99(times.flood),
    b: p99(times.rest),
    budget: 2,
    unit: "ms",
    compared,
    toldToComeAgain: answered.get(503) ?? 0,
  });
}

function paced({ port }: RunningSite, headers: Record<string, string>): Promise<number[]> {
  const client = fork(join(import.meta.dirname, "paced-client.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ask: Paced = { port, path: "/", headers, requests: REQUESTS, apartMs: APART_MS };
  return new Promise<number[]>((resolve, reject) => {
    client.once("message", (message) => {
      client.disconnect();
      resolve(message as number[]);
    });
    client.once("exit", () => reject(new Error("The paced client ended early")));
    client.send(ask);
  });
}

/** As many wrong passwords at a time as it says above, from a process of its own, until it is stopped. */
function flood({ port, hostOf }: RunningSite, answered: Map<number, number>): () => Promise<void> {
  const client = fork(join(import.meta.dirname, "flood-client.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const told = new Promise<Record<number, number>>((resolve, reject) => {
    client.once("message", (counts) => resolve(counts as Record<number, number>));
    client.once("exit", () => reject(new Error("The flood ended early")));
  });
  const ask: Flood = { port, host: hostOf("port-serac"), atOnce: FLOOD, comeAgainMs: COME_AGAIN_MS };
  client.send(ask);
  return async () => {
    client.send("stop");
    const counts = await told;
    client.disconnect();
    for (const [status, count] of Object.entries(counts))
      answered.set(Number(status), (answered.get(Number(status)) ?? 0) + count);
  };
}

function p99(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length * 0.99)] ?? 0;
}
