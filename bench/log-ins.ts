import { setTimeout as delay } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { HASH_COST } from "../src/members/password-hash.server.ts";
import { startPostgres } from "../test/postgres.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { logIn, PASSWORD, PEOPLE } from "./demo-people.ts";
import { cpuMs, processTree } from "./process-cost.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { type RunningSite, startSite, untilQuiet } from "./running-site.ts";

const ROUNDS = 6;
const EACH = 200;
/** By then both engines, the database's too, have compiled what a log-in runs; a site under way always has. */
const WARM = 800;
/** How long the site is watched while nobody asks it. */
const REST_MS = 5_000;
/** As many as the site hashes at once. */
const AT_ONCE = 2;
/** Log-ins are at least 0.8 of the hashes that the processors could have made meanwhile: turned round, as a cost, 1.25. */
const BUDGET = 1 / 0.8;

type Leg = { cpuMs: number; besideMs: number; perSecond: number };
/** The processes that count, and others whose time is told beside them. */
type Pids = { counted: () => number[]; beside?: () => number[] };
type Work = (at: number) => Promise<unknown>;

/**
 * A log-in, session included, against the bare hash of its password: processor time of each, in rounds of A B B A. Once over PostgreSQL with
 * fsync on, which has a machine of its own where it matters, so that a node's processes bound its log-ins: what the database takes is told
 * beside it. Once with the database inside the site, where it counts. What each makes in a second by the wall's clock, with client and
 * database on the same processors, is told too.
 */
export async function logIns(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const databaseUrl = await createBenchDatabase(postgres, "bench_log_ins");
    const over = await onSite("a node's part of a log-in over PostgreSQL / its bare hash", { databaseUrl });
    return [over, await onSite("a log-in, database embedded / its bare hash")];
  } finally {
    await postgres.stop();
  }
}

async function onSite(name: string, where: { databaseUrl?: string } = {}): Promise<Ratio> {
  const site = await startSite(where);
  try {
    await untilQuiet(site);
    return await compare(site, name);
  } finally {
    await site.stop();
  }
}

async function compare(site: RunningSite, name: string): Promise<Ratio> {
  const pids = { counted: () => processTree(site.pid), beside: () => startedBeside(site) };
  const own = await ownWork(pids);
  const enter: Work = (at) => mustLogIn(site, PEOPLE[at % PEOPLE.length] ?? "");
  const whole = (each = EACH) => leg(pids, enter, { each, own });
  const bare = () =>
    leg({ counted: () => [process.pid] }, (at) => hash(PASSWORD, { ...HASH_COST, salt: Buffer.alloc(16, at) }));
  await whole(WARM);
  await bare();
  const sides = { a: [] as Leg[], b: [] as Leg[] };
  for (let round = 0; round < ROUNDS; round++) {
    sides.a.push(await whole());
    sides.b.push(await bare(), await bare());
    sides.a.push(await whole());
  }
  return ratioOf(name, {
    a: median(sides.a.map((one) => one.cpuMs)),
    b: median(sides.b.map((one) => one.cpuMs)),
    budget: BUDGET,
    unit: "ms",
    databaseMs: median(sides.a.map((one) => one.besideMs)),
    logInsPerSecond: median(sides.a.map((one) => one.perSecond)),
    hashesPerSecond: median(sides.b.map((one) => one.perSecond)),
  });
}

async function mustLogIn(site: RunningSite, email: string): Promise<void> {
  const { status } = await logIn(site, email);
  if (status !== 200) throw new Error(`A log-in was answered with ${status}`);
}

/** What the bench has started beside the site: its PostgreSQL, where there is one. */
function startedBeside(site: RunningSite): number[] {
  const others = new Set([process.pid, ...processTree(site.pid)]);
  return processTree(process.pid).filter((pid) => !others.has(pid));
}

type OwnWork = { countedMs: number; besideMs: number };
const NOTHING: OwnWork = { countedMs: 0, besideMs: 0 };

/** What they take in a second without being asked. */
async function ownWork({ counted, beside }: Required<Pids>): Promise<OwnWork> {
  const [spent, spentBeside] = [spentBy(counted), spentBy(beside)];
  await delay(REST_MS);
  const seconds = REST_MS / 1_000;
  return { countedMs: spent() / seconds, besideMs: spentBeside() / seconds };
}

/** Processor time from now on, in milliseconds, of those that are there at the end: what ended meanwhile takes no past with it. */
function spentBy(pids: () => number[]): () => number {
  const before = new Map(pids().map((pid) => [pid, cpuMs(pid)]));
  return () => pids().reduce((sum, pid) => sum + cpuMs(pid) - (before.get(pid) ?? 0), 0);
}

async function leg(
  { counted, beside = () => [] }: Pids,
  work: Work,
  { each = EACH, own = NOTHING } = {},
): Promise<Leg> {
  let left = each;
  const [spent, spentBeside] = [spentBy(counted), spentBy(beside)];
  const begun = performance.now();
  const one = async () => {
    while (left > 0) await work((left -= 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = (performance.now() - begun) / 1_000;
  const [all, allBeside] = [spent(), spentBeside()];
  return {
    cpuMs: (all - own.countedMs * seconds) / each,
    besideMs: (allBeside - own.besideMs * seconds) / each,
    perSecond: each / seconds,
  };
}

function median(values: number[]): number {
  return values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
}
