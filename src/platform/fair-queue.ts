/** A queue for work of which few pieces may run at once. `name` says who asks: names take turns, and one name's work stays in order. */
export type FairQueue = {
  /** Runs the work when its turn comes. Returns "full", and does nothing, if the queue is full for the name. */
  inTurn<Done>(name: string, work: () => Promise<Done>): Promise<Done | "full">;
  /** True if the queue is full and no other name would give its place to this one. */
  isFullFor(name: string): boolean;
  /** How many pieces of work wait for their turn. */
  waiting(): number;
};

type Waiting = (isTurn: boolean) => void;

/**
 * Runs `atOnce` pieces of work at a time and lets `waitingMax` wait. When the queue is full, the newest work of the name with the
 * longest line gives its place to a name whose line is shorter by two or more. So one name, however often it asks, leaves places to the
 * others.
 */
export function openFairQueue({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): FairQueue {
  /** In the order of their next turns. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function longestLine(): Waiting[] {
    return [...lines.values()].reduce((longest, line) => (line.length > longest.length ? line : longest), []);
  }

  /** A name may take a place from a line that is longer than its own by two or more, so that the other line stays at least as long. */
  function isFullFor(name: string): boolean {
    const own = lines.get(name)?.length ?? 0;
    return running >= atOnce && waiting >= waitingMax && longestLine().length <= own + 1;
  }

  async function turn(name: string): Promise<boolean> {
    if (running < atOnce) {
      running += 1;
      return true;
    }
    if (isFullFor(name)) return false;
    if (waiting >= waitingMax) longestLine().pop()?.(false);
    else waiting += 1;
    const line = lines.get(name) ?? [];
    lines.set(name, line);
    return new Promise((resolve) => line.push(resolve));
  }

  /** Hands the place to the next name, which goes to the end of the round if it has more. */
  function next(): void {
    const [first] = lines;
    if (first === undefined) {
      running -= 1;
      return;
    }
    const [name, line] = first;
    lines.delete(name);
    const waited = line.shift();
    if (line.length > 0) lines.set(name, line);
    waiting -= 1;
    waited?.(true);
  }

  return {
    isFullFor,
    waiting: () => waiting,
    async inTurn(name, work) {
      if (!(await turn(name))) return "full";
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
}
