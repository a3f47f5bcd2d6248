import { type Load, send } from "./load.ts";
import { cpuMsOf } from "./process-cost.ts";

/** One side of a comparison: the process whose time counts, and the load that it gets. */
export type Side = { pid: number; load: Omit<Load, "requests" | "sockets"> };
export type Compared = { ratio: number; a: number; b: number; low: number; high: number };

const SOCKETS = 16;
const WARM_REQUESTS = 5_000;
const REQUESTS = 10_000;
const ROUNDS = 5;

/**
 * Processor time per request of two sides, in microseconds, measured in rounds of A B B A so that whatever drifts drifts
 * for both. `ratio` is the median of the rounds' a/b; `low` and `high` are the extremes.
 */
export async function compareCpu(a: Side, b: Side): Promise<Compared> {
  for (const side of [a, b]) await leg(side, WARM_REQUESTS);
  const rounds: { a: number; b: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [firstA, firstB, secondB, secondA] = [await leg(a), await leg(b), await leg(b), await leg(a)];
    rounds.push({ a: (firstA + secondA) / 2, b: (firstB + secondB) / 2 });
  }
  const ratios = rounds.map((round) => round.a / round.b);
  return {
    ratio: median(ratios),
    a: median(rounds.map((round) => round.a)),
    b: median(rounds.map((round) => round.b)),
    low: Math.min(...ratios),
    high: Math.max(...ratios),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

async function leg({ pid, load }: Side, requests = REQUESTS): Promise<number> {
  const before = cpuMsOf(pid);
  await send({ ...load, requests, sockets: SOCKETS });
  return ((cpuMsOf(pid) - before) * 1_000) / requests;
}
