import { setTimeout as delay } from "node:timers/promises";
import { type Load, send } from "./load.ts";
import { cpuMs } from "./process-cost.ts";

/**
 * One side of a comparison: the process whose processor time counts, and the request it gets. Set `hasOwnWork` if the
 * process also works without requests, as a site with its sandbox does. That work is measured and subtracted.
 */
export type Side = { pid: number; load: Omit<Load, "requests" | "sockets">; hasOwnWork?: boolean };
export type Compared = { ratio: number; a: number; b: number };

const SOCKETS = 16;
const WARM_REQUESTS = 4_000;
const REQUESTS = 2_000;
const ROUNDS = 10;

/**
 * Processor time per request of two sides in microseconds, in rounds of A B B A, so that drift affects both alike.
 * Each side's figure is its lower quartile, because other work on the machine can only add.
 */
export async function compareCpu(a: Side, b: Side): Promise<Compared> {
  for (const side of [a, b]) await leg(side, WARM_REQUESTS);
  const costs = { a: [] as number[], b: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    costs.a.push(await leg(a));
    costs.b.push(await leg(b), await leg(b));
    costs.a.push(await leg(a));
  }
  const [costA, costB] = [lowerQuartile(costs.a), lowerQuartile(costs.b)];
  return { ratio: costA / costB, a: costA, b: costB };
}

function lowerQuartile(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length / 4)] ?? 0;
}

async function leg({ pid, load, hasOwnWork = false }: Side, requests = REQUESTS): Promise<number> {
  const before = cpuMs(pid);
  const started = performance.now();
  await send({ ...load, requests, sockets: SOCKETS });
  const [asked, lasted] = [cpuMs(pid) - before, performance.now() - started];
  return ((asked - (hasOwnWork ? await ownWork(pid, lasted) : 0)) * 1_000) / requests;
}

/** The processor time that a process uses within the given milliseconds without any requests. */
export async function ownWork(pid: number, ms: number): Promise<number> {
  const before = cpuMs(pid);
  await delay(ms);
  return cpuMs(pid) - before;
}
