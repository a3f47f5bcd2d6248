/**
 * Every sequence of up to `length` of `events`, each as often as it likes. `walk` begins anew, lets a sequence happen and judges it, and
 * gives the situation that it leads to: all that decides about what may follow. Two ways into the same situation go on alike, so the
 * first of them stands for both. Gives each situation with that way.
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
