import { MAIL_QUEUE } from "../../src/accounts/outbox/outbox.server.ts";
import type { Job, Jobs } from "../../src/platform/jobs.server.ts";
import type { Engine } from "./engine.ts";

type Waiting = {
  id: string;
  queue: string;
  data: object;
  key: string | undefined;
  at: number;
  retriesLeft: number;
  retryMs: number;
};
type Handler = (jobs: Job<never>[]) => Promise<void>;
export type SimulatedQueue = ReturnType<typeof openSimulatedQueue>;

/** So long a job of a node that died is thought to run. */
const EXPIRES_MS = 15 * 60_000;
const RETRY_MAX_MS = 3_600_000;

/**
 * The job queue as pg-boss keeps it: a job exists when and if its transaction commits, of one key one waits, what fails comes again a
 * little later, what a dead node had comes again elsewhere, and any job may run twice.
 */
export function openSimulatedQueue(engine: Engine, clock: { ms: number }) {
  let waiting: Waiting[] = [];
  let sent = 0;

  /** The queue as one node sees it, whose clock may be wrong; its workers are gone with the node. */
  function ofNode(skewMs: number) {
    const handlers = new Map<string, Handler>();
    const jobs: Jobs = {
      async work(name, handler) {
        handlers.set(name, handler);
      },
      async send(_tx, queue, data, options = {}) {
        const { retryLimit = 8, retryDelaySeconds = 2, singletonKey: key, startAfter } = options;
        const id = `job ${(sent += 1)}`;
        const job = {
          id,
          queue,
          data: JSON.parse(JSON.stringify(data)) as object,
          key,
          at: startAfter === undefined ? clock.ms : startAfter.getTime() - skewMs,
          retriesLeft: retryLimit,
          retryMs: retryDelaySeconds * 1000,
        };
        engine.whenCommitted(() => {
          // The mail itself is another room's.
          if (queue === MAIL_QUEUE) return;
          if (key === undefined || !waiting.some((one) => one.queue === queue && one.key === key)) waiting.push(job);
        });
        return id;
      },
      async stop() {},
    };
    return { jobs, handlers };
  }
  return {
    ofNode,
    due: () => waiting.filter(({ at }) => at <= clock.ms),
    nextAt: (isWanted: (queue: string) => boolean) => {
      const times = waiting.filter(({ queue }) => isWanted(queue)).map(({ at }) => at);
      return times.length === 0 ? null : Math.min(...times);
    },
    /** Takes a job off the queue; it is back by itself if nobody says how it went. */
    take(job: Waiting): { done: () => void; failed: () => void } {
      waiting = waiting.filter((one) => one !== job);
      // One that runs is no longer one that waits.
      const lease = { ...job, key: undefined, at: clock.ms + EXPIRES_MS };
      waiting.push(lease);
      const end = () => void (waiting = waiting.filter((one) => one !== lease));
      return {
        done: end,
        failed() {
          end();
          if (job.retriesLeft === 0) return;
          const retryMs = Math.min(job.retryMs * 2, RETRY_MAX_MS);
          waiting.push({ ...job, at: clock.ms + job.retryMs, retriesLeft: job.retriesLeft - 1, retryMs });
        },
      };
    },
  };
}
