import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * Verbs as tasks of which one runs at a time: each gives the turn back where it waits for the outside world, and whoever drives decides
 * who goes on. So an interleaving is a choice of the seed's, and a crash is a task that nobody wakes again.
 */
export type Tasks = ReturnType<typeof openTasks>;
export type Ended<Result> = { ok: Result } | { error: unknown };
type Task = { name: string; node: number; at: number; wake: () => void; broken: () => void };

/** What a caller hears whose node died: nothing but that the connection is gone. */
export class NodeDied extends Error {
  override name = "NodeDied";
}

export function openTasks(clock: { ms: number }) {
  let parked: Task[] = [];
  let running: Task | null = null;
  let giveTurnBack: () => void = () => undefined;

  function yieldTurn(): void {
    running = null;
    giveTurnBack();
  }
  return {
    /** A verb on a node; `ended` hears how it ended, unless its node dies before. */
    start<Result>(name: string, node: number, work: () => Promise<Result>, ended: (how: Ended<Result>) => void): void {
      const wake = () =>
        void work()
          .then(
            (ok) => ended({ ok }),
            (error: unknown) => ended({ error }),
          )
          .then(yieldTurn, yieldTurn);
      const broken = () => ended({ error: new NodeDied(name) });
      parked.push({ name, node, at: clock.ms, wake, broken });
    },
    /** Waits for `ms` of the simulated clock and for a turn. What is no task, such as a check, does not wait. */
    async pause(ms = 0): Promise<void> {
      const task = running;
      if (task === null) return;
      await new Promise<void>((resolve) => {
        parked.push({ ...task, at: clock.ms + ms, wake: resolve });
        yieldTurn();
      });
    },
    /** The running task's node has died: the task never goes on. */
    async die(): Promise<never> {
      running?.broken();
      yieldTurn();
      return new Promise<never>(() => undefined);
    },
    isTask: () => running !== null,
    nodeOfTurn: () => running?.node ?? null,
    /** Those that may go on now. */
    ready: () => parked.filter(({ at }) => at <= clock.ms),
    /** When the next one may; null where none waits. */
    nextAt: () => (parked.length === 0 ? null : Math.min(...parked.map(({ at }) => at))),
    /** Lets one go on until it waits again or ends. */
    async resume(task: Task): Promise<void> {
      parked = parked.filter((one) => one !== task);
      running = task;
      const { promise, resolve } = Promise.withResolvers<void>();
      giveTurnBack = resolve;
      task.wake();
      await promise;
    },
    /** Everything that runs on a node is gone. Gives the names of what died. */
    kill(node: number): string[] {
      const gone = parked.filter((task) => task.node === node);
      parked = parked.filter((task) => task.node !== node);
      for (const task of gone) task.broken();
      return gone.map(({ name }) => name);
    },
  };
}

/**
 * Lets code that waits with Node's timers wait on the simulated clock, and chance that does not come through the world come from the seed,
 * while `work` runs.
 */
export async function withSimulatedWaits<Result>(
  { pause, random }: { pause: (ms: number) => Promise<void>; random: () => number },
  work: () => Promise<Result>,
): Promise<Result> {
  const kept = { setTimeout: timers.setTimeout, random: Math.random };
  const setDelay = (delay: typeof timers.setTimeout) => {
    timers.setTimeout = delay;
    syncBuiltinESMExports();
  };
  setDelay((async (ms?: number) => pause(ms ?? 0)) as typeof timers.setTimeout);
  Math.random = random;
  try {
    return await work();
  } finally {
    setDelay(kept.setTimeout);
    Math.random = kept.random;
  }
}
