import { median, ratioOf, type Ratio } from "./ratio.ts";

/** A call about one person: `at` is their index, from 0. */
export type CallOf<Side> = (side: Side, at: number) => Promise<unknown>;

/** People per side. Each is used once as a warm-up and then once in every round. */
const PEOPLE = 100;
const ROUNDS = 6;
/** The number of calls per side, for calls that use something up. */
export const CALLS_OF_A_SIDE = (1 + ROUNDS) * PEOPLE;
const GROWTH_MAX = 1.2;

/**
 * A call on a large side against the same call on a small one: medians of many calls in rounds of A B B A, so that
 * other work on the machine affects both alike. The figure is for people who were looked up before: their rows are in
 * memory, so size costs only deeper indexes and worse plans. `first_visit` is the same ratio for first calls, where
 * rows of the large side must be read from disk.
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

/** The number of a member, from 1. People with neighbouring indexes get numbers far apart. */
export function placeOf(at: number, members: number): number {
  return 1 + (((at + 1) * 982_451_653) % members);
}
