import { setTimeout as delay } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { HASH_COST } from "../src/accounts/login/password-hash.server.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { logIn, PASSWORD, PEOPLE } from "./demo-people.ts";
import { cpuMs, processTree } from "./process-cost.ts";
import { median, type Ratio, ratioOf } from "./ratio.ts";
import { type RunningSite, startSite, untilQuiet } from "./running-site.ts";

const ROUNDS = 6;
const EACH = 200;
/**
 * Log-ins before the measurement, so that the code of site and database is compiled, as on a site that has run for a
 * while.
 */
const WARM = 3_000;
/** How long the idle processes are watched. */
const REST_MS = 5_000;
/** Two log-ins wait for a hash while two others do the rest, so that no processor waits for the database. */
const AT_ONCE = 4;
/** A log-in may cost this many bare hashes. */
const BUDGET = 1.6;

type Leg = { cpuMs: number; perSecond: number };
/** The processes whose time counts. */
type Pids = () => number[];
type Work = (at: number) => Promise<unknown>;

/**
 * A log-in with its session against the bare hash of the password: processor time of each, in rounds of A B B A. Once
 * over PostgreSQL with fsync on, whose work counts, and once with the embedded database. The rates per second by wall
 * clock are reported too; the client shares the processors.
 */
export async function logIns(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const databaseUrl = await createBenchDatabase(postgres, "bench_log_ins");
    const over = await onSite("a log-in over PostgreSQL, node and database / its bare hash", { databaseUrl });
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
  const asked = () => allBut(process.pid);
  const ownMs = await ownWork(asked);
  const enter: Work = (at) => mustLogIn(site, PEOPLE[at % PEOPLE.length] ?? "");
  const whole = (each = EACH) => leg(asked, enter, { each, ownMs });
  const bare = () =>
    leg(
      () => [process.pid],
      (at) => hash(PASSWORD, { ...HASH_COST, salt: Buffer.alloc(16, at) }),
    );
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
    logInsPerSecond: median(sides.a.map((one) => one.perSecond)),
    hashesPerSecond: median(sides.b.map((one) => one.perSecond)),
  });
}

async function mustLogIn(site: RunningSite, email: string): Promise<void> {
  const { status } = await logIn(site, email);
  if (status !== 200) throw new Error(`A log-in was answered with ${status}`);
}

/** All processes that the bench has started: the site, and its PostgreSQL if there is one. */
function allBut(pid: number): number[] {
  return processTree(pid).filter((one) => one !== pid);
}

/** The processor time per second that they use without requests. */
async function ownWork(asked: Pids): Promise<number> {
  const spent = spentBy(asked);
  await delay(REST_MS);
  return spent() / (REST_MS / 1_000);
}

/** Starts a measurement of the processor time in milliseconds of all processes alive at its end. */
function spentBy(pids: Pids): () => number {
  const before = new Map(pids().map((pid) => [pid, cpuMs(pid)]));
  return () => pids().reduce((sum, pid) => sum + cpuMs(pid) - (before.get(pid) ?? 0), 0);
}

async function leg(counted: Pids, work: Work, { each = EACH, ownMs = 0 } = {}): Promise<Leg> {
  let left = each;
  const spent = spentBy(counted);
  const begun = performance.now();
  const one = async () => {
    while (left > 0) await work((left -= 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = (performance.now() - begun) / 1_000;
  return { cpuMs: (spent() - ownMs * seconds) / each, perSecond: each / seconds };
}
