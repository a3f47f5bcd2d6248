import type { Job, Jobs } from "../../src/platform/jobs.server.ts";
import type { Log } from "../../src/platform/log.server.ts";

type Held = { queue: string; id: string; data: object; startAfter?: Date };
export type HeldJobs = Jobs & {
  /** Waiting jobs, the oldest first. */
  waiting: Held[];
  /** Jobs with a later start; a test moves them over when it wants them to run. */
  later: Held[];
  /** Runs all waiting jobs and those they send. A job that throws waits again and is counted as failed. */
  runAll: () => Promise<{ done: number; failed: number }>;
  /** The same, with the later jobs of a queue whose time has come. */
  runDue: (queue: string, now: Date) => Promise<{ done: number; failed: number }>;
};

/** A job queue that runs only when a test asks for it, one job at a time. Failures are logged as by the real queue. */
export function heldJobs(log: Log): HeldJobs {
  const handlers = new Map<string, (jobs: Job<never>[]) => Promise<void>>();
  const waiting: Held[] = [];
  const later: Held[] = [];
  let sent = 0;
  const jobs: HeldJobs = {
    waiting,
    later,
    async work(name, handler) {
      handlers.set(name, handler);
    },
    async send(_tx, queue, data, { startAfter } = {}) {
      const id = `job ${(sent += 1)}`;
      // Copied, as the database does: sender and handler share no object.
      const held = { queue, id, data: JSON.parse(JSON.stringify(data)) as object };
      if (startAfter === undefined) waiting.push(held);
      else later.push({ ...held, startAfter });
      return id;
    },
    stop: async () => 0,
    async runDue(queue, now) {
      const isDue = (job: Held) => job.queue === queue && job.startAfter !== undefined && job.startAfter <= now;
      const due = later.filter(isDue);
      later.splice(0, Infinity, ...later.filter((job) => !isDue(job)));
      waiting.push(...due);
      return jobs.runAll();
    },
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
  return jobs;
}
