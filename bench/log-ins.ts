import { hash } from "@node-rs/argon2";
import { HASH_COST } from "../src/members/password-hash.server.ts";
import { logIn, PASSWORD, PEOPLE } from "./demo-people.ts";
import { ownWork } from "./interleaved.ts";
import { cpuMs } from "./process-cost.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 6;
const EACH = 40;
/** How long the site is watched while nobody asks it. */
const REST_MS = 5_000;
/** As many as the site hashes at once. */
const AT_ONCE = 2;
/** Log-ins per second are at least 0.8 of the hashes that the same processors make: turned round, as a cost, 1.25. */
const BUDGET = 1 / 0.8;

type Leg = { cpuMs: number; perSecond: number };

/**
 * A log-in, database and session included, against the bare hash of its password: processor time of each, in rounds of A B B A. What
 * each makes in a second by the wall's clock is told beside it.
 */
export async function logIns(site: RunningSite): Promise<Ratio> {
  const ownMsPerSecond = (await ownWork(site.pid, REST_MS)) / (REST_MS / 1_000);
  const whole = () => leg(site.pid, (at) => mustLogIn(site, PEOPLE[at % PEOPLE.length] ?? ""), ownMsPerSecond);
  const bare = () => leg(process.pid, (at) => hash(PASSWORD, { ...HASH_COST, salt: Buffer.alloc(16, at) }));
  await whole();
  await bare();
  const sides = { a: [] as Leg[], b: [] as Leg[] };
  for (let round = 0; round < ROUNDS; round++) {
    sides.a.push(await whole());
    sides.b.push(await bare(), await bare());
    sides.a.push(await whole());
  }
  return ratioOf("a log-in / its bare hash", {
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

/** `ownMsPerSecond` is what the process takes without being asked. */
async function leg(pid: number, work: (at: number) => Promise<unknown>, ownMsPerSecond = 0): Promise<Leg> {
  let left = EACH;
  const before = cpuMs(pid);
  const started = performance.now();
  const one = async () => {
    while (left > 0) await work((left -= 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = (performance.now() - started) / 1_000;
  return { cpuMs: (cpuMs(pid) - before - ownMsPerSecond * seconds) / EACH, perSecond: EACH / seconds };
}

function median(values: number[]): number {
  return values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
}
