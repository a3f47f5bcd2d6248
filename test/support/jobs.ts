import type { Job, Jobs } from "../../src/platform/jobs.server.ts";
import type { Log } from "../../src/platform/log.server.ts";

type Held = { queue: string; id: string; data: object };
export type HeldJobs = Jobs & {
  /** What waits, the first sent first. */
  waiting: Held[];
  /** What waits for a later time; a test that wants it moves it over. */
  later: Held[];
  /** Does all waiting work, that which it brings about included; what throws waits again, and is counted. */
  runAll: () => Promise<{ done: number; failed: number }>;
};

/** Jobs that wait until a test lets them run: no thread, no time, one at a time. What fails is logged as the real queue does. */
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
      // As on the way through the database: nobody shares the object.
      (startAfter === undefined ? waiting : later).push({
        queue,
        id,
        data: JSON.parse(JSON.stringify(data)) as object,
      });
      return id;
    },
    async stop() {},
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
