import type { Job, Jobs } from "../../src/platform/jobs.server.ts";
import type { Log } from "../../src/platform/log.server.ts";

type Held = { queue: string; id: string; data: object };
export type HeldJobs = Jobs & {
  /** Waiting jobs, the oldest first. */
  waiting: Held[];
  /** Jobs with a later start; a test moves them over when it wants them to run. */
  later: Held[];
  /** Runs all waiting jobs and those they send. A job that throws waits again and is counted as failed. */
  runAll: () => Promise<{ done: number; failed: number }>;
};

/** A job queue that runs only when a test asks for it, one job at a time. Failures are logged as by the real queue. */
export function heldJobs(log: Log): HeldJobs {
  const handlers = new Map<string, (jobs: Job<never>[]) => Promise<void>>();
  const waiting: Held[] = [];
  const later: Held[] = [];
  let sent = 0;
  return {
    waiting,
    later,
    async work(name, handler) {
      handlers.set(name, handler);
    },
    async send(_tx, queue, data, { startAfter } = {}) {
      const id = `job ${(sent += 1)}`;
      // Copied, as the database does: sender and handler share no object.
      (startAfter === undefined ? waiting : later).push({
        queue,
        id,
        data: JSON.parse(JSON.stringify(data)) as object,
      });
      return id;
    },
    stop: async () => 0,
    async runAll() {
      const failed: Held[] = [];
      let done = 0;
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
        try {
          await handlers.get(job.queue)?.([{ id: job.id, data: job.data as never }]);
          done += 1;
        } catch (error) {
          log.error({ err: error, queue: job.queue, jobs: [job.id] }, "a job failed");
          failed.push(job);
        }
      }
      waiting.push(...failed);
      return { done, failed: failed.length };
    },
  };
}
