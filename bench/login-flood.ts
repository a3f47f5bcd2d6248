import { type ChildProcess, execFile, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { homeHeaders } from "./cached-home.ts";
import type { Flood } from "./flood-client.ts";
import { getOnce } from "./get-once.ts";
import type { Paced } from "./paced-client.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

/** Few enough rounds for the flood to stay below the number of failures after which a captcha is required. */
const ROUNDS = 5;
const REQUESTS = 300;
const APART_MS = 10;
/** More than the queue of hashes admits, so that some are answered with 503. */
const FLOOD = 80;
const COME_AGAIN_MS = 250;
/** Long enough for the site to compile the code of a log-in. */
const WARM_MS = 8_000;
const SETTLED_MS = 500;
/** Avoids garbage collection in the paced client while it measures, so that its times are the site's. */
const NO_SCAVENGES = ["--min-semi-space-size=64", "--max-semi-space-size=64"];

/**
 * The 99th percentile of hits on the cached Home while log-ins flood the site, against the same at rest: the median
 * of alternating rounds. Reported beside it is the same while another process makes hashes without a flood: the share
 * of the wait that the busy machine itself causes.
 */
export async function homeUnderFlood(site: RunningSite): Promise<Ratio> {
  const headers = homeHeaders(site);
  await getOnce({ port: site.port, path: "/", headers });
  const p99s = { flood: [] as number[], hashes: [] as number[], rest: [] as number[] };
  const answered = new Map<number, number>();
  const warm = flood(site, new Map());
  await delay(WARM_MS);
  await warm();
  for (let round = 0; round < ROUNDS; round++) {
    p99s.rest.push(p99(await paced(site, headers)));
    const hashes = forkClient("hash-client.ts");
    try {
      await delay(SETTLED_MS);
      p99s.hashes.push(p99(await paced(site, headers)));
    } finally {
      hashes.disconnect();
    }
    const stop = flood(site, answered);
    try {
      await delay(SETTLED_MS);
      p99s.flood.push(p99(await paced(site, headers)));
    } finally {
      await stop();
    }
    await delay(SETTLED_MS);
  }
  const compared = answered.get(401) ?? 0;
  if (compared === 0) throw new Error("No log-in of the flood reached the hashing");
  if (answered.has(400))
    throw new Error("The flood was answered with captchas instead of hashes: try again in ten minutes");
  return ratioOf("home under a flood of log-ins, p99 / at rest", {
    a: median(p99s.flood),
    b: median(p99s.rest),
    budget: 4,
    unit: "ms",
    whileOnlyHashing: median(p99s.hashes),
    compared,
    toldToComeAgain: answered.get(503) ?? 0,
  });
}

function paced({ port }: RunningSite, headers: Record<string, string>): Promise<number[]> {
  const client = forkClient("paced-client.ts", NO_SCAVENGES);
  const ask: Paced = { port, path: "/", headers, requests: REQUESTS, apartMs: APART_MS };
  return new Promise<number[]>((resolve, reject) => {
    client.once("message", (message) => {
      client.disconnect();
      resolve(message as number[]);
    });
    client.once("exit", () => reject(new Error("The paced client exited early")));
    // Simulates a visitor on another machine by real-time priority. Where that is not permitted, the client's own
    // wait for a processor counts too.
    execFile("chrt", ["--rr", "--pid", "1", String(client.pid)], () => client.send(ask));
  });
}

/** Sends FLOOD wrong passwords at a time from a process of its own until it is stopped. */
function flood({ port, hostOf }: RunningSite, answered: Map<number, number>): () => Promise<void> {
  const client = forkClient("flood-client.ts");
  const told = new Promise<Record<number, number>>((resolve, reject) => {
    client.once("message", (counts) => resolve(counts as Record<number, number>));
    client.once("exit", () => reject(new Error("The flood client exited early")));
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

function forkClient(file: string, flags: string[] = []): ChildProcess {
  return fork(join(import.meta.dirname, file), { execArgv: ["--disable-warning=ExperimentalWarning", ...flags] });
}

function p99(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length * 0.99)] ?? 0;
}
