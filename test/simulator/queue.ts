import { MAIL_QUEUE } from "../../src/mail/outbox.server.ts";
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

/** A job of a dead node counts as running for this long. */
const EXPIRES_MS = 15 * 60_000;
const RETRY_MAX_MS = 3_600_000;

/**
 * A job queue that behaves like pg-boss. A job exists if its transaction commits. Of several jobs with one key only one
 * waits. A failed job is retried, a dead node's job runs again elsewhere, and any job may run twice.
 */
export function openSimulatedQueue(engine: Engine, clock: { ms: number }) {
  let waiting: Waiting[] = [];
  let sent = 0;

  /** The queue as one node sees it, with that node's clock. Its handlers end with the node. */
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
          // Mails are sent by another room.
          if (queue === MAIL_QUEUE) return;
          if (key === undefined || !waiting.some((one) => one.queue === queue && one.key === key)) waiting.push(job);
        });
        return id;
      },
      stop: async () => 0,
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
    /** Takes a job. It returns to the queue by itself unless `done` or `failed` is called. */
    take(job: Waiting): { done: () => void; failed: () => void } {
      waiting = waiting.filter((one) => one !== job);
      // A running job no longer counts as waiting for its key.
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
