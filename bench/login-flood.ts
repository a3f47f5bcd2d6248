import { type ChildProcess, execFile, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { attackRow } from "../test/support/attack-rows.ts";
import { homeHeaders } from "./cached-home.ts";
import { CONFIRMED, logIn, PASSWORD, PEOPLE } from "./demo-people.ts";
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
const BUDGET = 4;
/** The address of a flood from one network. */
const ONE_NETWORK = "203.0.113.9";
/**
 * The least share of log-ins that must succeed beside a flood: from one network those of all others, from many networks those from
 * browsers that logged in before.
 */
const OTHERS_MIN = 0.95;
const OTHERS_APART_MS = 200;
/** Avoids garbage collection in the paced client while it measures, so that its times are the site's. */
const NO_SCAVENGES = ["--min-semi-space-size=64", "--max-semi-space-size=64"];

/** Home while log-ins flood the site from one network and, where each password is compared, from as many as there are log-ins. */
export async function homeUnderFlood(site: RunningSite): Promise<Ratio[]> {
  const one = await underFlood(site, "one network", ONE_NETWORK);
  const many = await underFlood(site, "many networks");
  // The limits of one network compare few of its guesses; the flood from many is the one that hashes.
  if (many["compared"] === 0) throw new Error("No log-in of the flood reached the hashing");
  return [one, many];
}

/**
 * The 99th percentile of hits on the cached Home while log-ins flood the site, against the same at rest: the median
 * of alternating rounds. Reported beside it is the same while another process makes hashes without a flood: the share
 * of the wait that the busy machine itself causes. Meanwhile members log in from other networks, in new browsers and in those in
 * which they logged in before.
 */
async function underFlood(site: RunningSite, from: string, ip?: string): Promise<Ratio> {
  const headers = homeHeaders(site);
  await getOnce({ port: site.port, path: "/", headers });
  const p99s = { flood: [] as number[], hashes: [] as number[], rest: [] as number[] };
  const answered = new Map<number, number>();
  const others = { asked: 0, entered: 0 };
  const returning = { asked: 0, entered: 0 };
  const cookies = await knownBrowsers(site);
  const warm = flood(site, new Map(), ip);
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
    const stop = flood(site, answered, ip);
    const over = new AbortController();
    const entering = [
      logInOthers(site, others, over.signal, PEOPLE),
      logInOthers(site, returning, over.signal, CONFIRMED, cookies),
    ];
    try {
      await delay(SETTLED_MS);
      p99s.flood.push(p99(await paced(site, headers)));
    } finally {
      over.abort();
      await Promise.all(entering);
      await stop();
    }
    await delay(SETTLED_MS);
  }
  if (answered.has(400))
    throw new Error("The flood was answered with captchas instead of hashes: try again in ten minutes");
  const measured = ratioOf(`home under a flood of log-ins from ${from}, p99 / at rest`, {
    a: median(p99s.flood),
    b: median(p99s.rest),
    budget: BUDGET,
    unit: "ms",
    whileOnlyHashing: median(p99s.hashes),
    compared: answered.get(401) ?? 0,
    toldToWait: answered.get(429) ?? 0,
    toldToComeAgain: answered.get(503) ?? 0,
    othersAsked: others.asked,
    othersEntered: others.entered,
    returningAsked: returning.asked,
    returningEntered: returning.entered,
  });
  attackRow(
    `flood of log-ins from ${from}, seen from Home`,
    `${FLOOD} connections, wrong passwords without a pause; answered with ${listOf(answered)}`,
    `Home's p99 ${ms(measured.a)} ms, at rest ${ms(measured.b)} ms: ${measured.ratio.toFixed(2)} times (allowed ${BUDGET}); ${others.entered} of ${others.asked} log-ins from other networks succeeded in new browsers, ${returning.entered} of ${returning.asked} in known ones`,
  );
  // From as many networks as log-ins a flood cannot be told from people in new browsers, until proofs of work are asked for.
  const counted = ip === undefined ? [returning] : [others, returning];
  const isOpen = counted.every(({ asked, entered }) => entered >= asked * OTHERS_MIN);
  return { ...measured, ok: measured.ok && isOpen };
}

/** The cookie that makes a browser known, of each person with a confirmed address. Others get none. */
async function knownBrowsers(site: RunningSite): Promise<(string | undefined)[]> {
  const logIns = await Promise.all(CONFIRMED.map((email) => logIn(site, email)));
  return logIns.map(({ cookies }) => cookies.find((cookie) => cookie.startsWith("known_browser=")));
}

/** People log in one after the other, each from a network of their own, with these cookies if given, until `over`. */
async function logInOthers(
  site: RunningSite,
  others: { asked: number; entered: number },
  over: AbortSignal,
  people: string[],
  cookies: (string | undefined)[] = [],
): Promise<void> {
  for (; !over.aborted; await delay(OTHERS_APART_MS)) {
    const who = others.asked % people.length;
    const { status } = await logIn(site, people[who] ?? "", PASSWORD, { cookie: cookies[who] });
    others.asked += 1;
    others.entered += Number(status === 200);
  }
}

function listOf(counts: Map<number, number>): string {
  return [...counts].map(([status, count]) => `${status} (${count})`).join(", ");
}

function ms(value: number): string {
  return value.toFixed(2);
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
function flood({ port, hostOf }: RunningSite, answered: Map<number, number>, ip?: string): () => Promise<void> {
  const client = forkClient("flood-client.ts");
  const told = new Promise<Record<number, number>>((resolve, reject) => {
    client.once("message", (counts) => resolve(counts as Record<number, number>));
    client.once("exit", () => reject(new Error("The flood client exited early")));
  });
  const ask: Flood = {
    port,
    host: hostOf("port-serac"),
    atOnce: FLOOD,
    comeAgainMs: COME_AGAIN_MS,
    ...(ip === undefined ? {} : { ip }),
  };
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
