/** Random numbers from a seed. Everything random in a simulation is drawn from here, so that a seed repeats it. */
export type Chance = ReturnType<typeof chanceOf>;

/** A stream of numbers from a seed (mulberry32). */
export function chanceOf(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  /** A number from 0 (included) to 1 (excluded). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    /** A whole number from `from` to `to`, both included. */
    between: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    is: (probability: number) => next() < probability,
    pick<One>(from: readonly One[]): One {
      const one = from[Math.floor(next() * from.length)];
      if (one === undefined) throw new Error("There is nothing to choose from");
      return one;
    },
    bytes: (size: number) => Uint8Array.from({ length: size }, () => Math.floor(next() * 256)),
  };
}
