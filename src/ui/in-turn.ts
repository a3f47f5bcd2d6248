/** Each piece of work in a task of its own, so that a tap on a slow phone never waits for all of them. */
export function inTurn(works: (() => void)[]): void {
  for (const work of works) setTimeout(work);
}
