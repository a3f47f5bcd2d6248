/**
 * Tries every sequence of up to `length` events, each any number of times. `walk` starts afresh, applies a sequence,
 * checks it and returns the situation it leads to: all that later events can depend on. Sequences that lead to the
 * same situation continue alike, so only the first of them is extended. Returns each situation with its sequence.
 */
export async function everyOrder<Event>(
  events: readonly Event[],
  length: number,
  walk: (way: readonly Event[]) => Promise<string>,
): Promise<Map<string, readonly Event[]>> {
  const known = new Map<string, readonly Event[]>([[await walk([]), []]]);
  let ways: (readonly Event[])[] = [[]];
  for (let steps = 1; steps <= length; steps += 1) {
    const longer: (readonly Event[])[] = [];
    for (const way of ways.flatMap((begun) => events.map((event) => [...begun, event]))) {
      const situation = await walk(way);
      if (known.has(situation)) continue;
      known.set(situation, way);
      longer.push(way);
    }
    ways = longer;
  }
  return known;
}
