import { median, ratioOf, type Ratio } from "./ratio.ts";

/** A call about somebody: `at` counts the people that are asked about, from 0 on. */
export type CallOf<Side> = (side: Side, at: number) => Promise<unknown>;

/** People of each side; each is asked about once, which warms, and then again in every round. */
const PEOPLE = 100;
const ROUNDS = 6;
/** For what is used up by a call. */
export const CALLS_OF_A_SIDE = (1 + ROUNDS) * PEOPLE;
const GROWTH_MAX = 1.2;

/**
 * A call on a large side against a small one: the middle of many calls of each, in turns of A B B A, so that whatever else runs on the
 * machine meets both alike. What counts is a call about somebody who was there before: the rows are in memory, and what the size costs
 * is deeper indexes and worse plans. `first_visit` tells the same ratio of first calls, where the large side's rows have to be fetched.
 */
export async function growth<Side>(
  name: string,
  sides: { large: Side; small: Side },
  call: CallOf<Side>,
): Promise<Ratio> {
  const first = await medians(sides, call, 1);
  const again = await medians(sides, call, ROUNDS);
  const more = { first_visit: first.a / first.b };
  return ratioOf(name, { ...again, budget: GROWTH_MAX, unit: "ms", ...more });
}

async function medians<Side>(
  { large, small }: { large: Side; small: Side },
  call: CallOf<Side>,
  rounds: number,
): Promise<{ a: number; b: number }> {
  const times = { a: [] as number[], b: [] as number[] };
  async function timed(into: number[], side: Side, at: number): Promise<void> {
    const started = performance.now();
    await call(side, at);
    into.push(performance.now() - started);
  }
  for (let turn = 0; turn < rounds * PEOPLE; turn += 2) {
    const [one, other] = [turn % PEOPLE, (turn + 1) % PEOPLE];
    await timed(times.a, large, one);
    await timed(times.b, small, one);
    await timed(times.b, small, other);
    await timed(times.a, large, other);
  }
  return { a: median(times.a), b: median(times.b) };
}

/** Somebody's place among so many, from 1 on: neighbours among those who are asked about are strangers. */
export function placeOf(at: number, members: number): number {
  return 1 + (((at + 1) * 982_451_653) % members);
}
