import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * Runs verbs as tasks, one at a time. A task gives up its turn where it waits for the outside world, and the caller
 * decides which task continues. So the seed chooses the interleaving, and a crash is a task that never continues.
 */
export type Tasks = ReturnType<typeof openTasks>;
export type Ended<Result> = { ok: Result } | { error: unknown };
type Task = { name: string; node: number; at: number; wake: () => void; broken: () => void };

/** What the caller of a dead node gets: a lost connection. */
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
    /** Starts a verb on a node. `ended` gets its result, or NodeDied. */
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
    /** Waits `ms` of the simulated clock and for a turn. Does nothing outside a task. */
    async pause(ms = 0): Promise<void> {
      const task = running;
      if (task === null) return;
      await new Promise<void>((resolve) => {
        parked.push({ ...task, at: clock.ms + ms, wake: resolve });
        yieldTurn();
      });
    },
    /** The running task's node has died; the task never continues. */
    async die(): Promise<never> {
      running?.broken();
      yieldTurn();
      return new Promise<never>(() => undefined);
    },
    isTask: () => running !== null,
    nodeOfTurn: () => running?.node ?? null,
    /** The tasks that may continue now. */
    ready: () => parked.filter(({ at }) => at <= clock.ms),
    /** When the next task may continue; null if none waits. */
    nextAt: () => (parked.length === 0 ? null : Math.min(...parked.map(({ at }) => at))),
    /** Lets a task continue until it waits or ends. */
    async resume(task: Task): Promise<void> {
      parked = parked.filter((one) => one !== task);
      running = task;
      const { promise, resolve } = Promise.withResolvers<void>();
      giveTurnBack = resolve;
      task.wake();
      await promise;
    },
    /** Kills all tasks of a node and returns their names. */
    kill(node: number): string[] {
      const gone = parked.filter((task) => task.node === node);
      parked = parked.filter((task) => task.node !== node);
      for (const task of gone) task.broken();
      return gone.map(({ name }) => name);
    },
  };
}

/** While `work` runs, replaces Node's timers by the simulated clock, and Math.random by the seed. */
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
