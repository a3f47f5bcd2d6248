import { inTransaction } from "./database/database.server.ts";
import type { World } from "./world.ts";

/**
 * Registers a job that runs again and again, once for all nodes. `next` gives the instant of the next run, which is ordered before the work
 * begins: a node that dies at work must not end the chain. The first run is due at once if `isDueAtStart`, else at `next` too.
 */
export async function startRecurringJob(
  world: World,
  jobs: { work: (queue: string, run: () => Promise<void>) => Promise<void> },
  queue: string,
  { next, isDueAtStart = false }: { next: () => Date; isDueAtStart?: boolean },
  work: () => Promise<void>,
): Promise<void> {
  await jobs.work(queue, async () => {
    await orderRun(world, queue, next());
    await work();
  });
  await orderRun(world, queue, isDueAtStart ? undefined : next());
}

/** Orders a run of a recurring job, unless one waits already. */
export async function orderRun(world: World, queue: string, startAfter?: Date): Promise<void> {
  await inTransaction(world.database, (tx) => world.jobs.send(tx, queue, {}, { singletonKey: "next", startAfter }));
}
