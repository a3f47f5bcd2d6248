import { LRUCache } from "lru-cache";
import type { EncodedPicture, EncodeJob, EncoderJob, EncoderResult, InspectedPicture, InspectJob } from "./job.ts";
import { encoderProcess, type EncoderBudget, type EncoderFailure, type EncoderOutcome } from "./process.server.ts";

/**
 * The queue in front of the one process that decodes pictures. Jobs that a visitor waits for go first. A job that is
 * waiting or running is not queued twice. A job that failed is not tried again for ten minutes.
 */
export type PictureEncoder = {
  /** Checks new bytes by decoding every pixel. */
  inspect(job: InspectJob, bytes: Uint8Array): Promise<InspectedPicture | EncoderFailure>;
  /**
   * Makes one variant. `read` is called for the original when the job starts; undefined means that the original is
   * gone.
   */
  encode(call: EncodeCall): Promise<EncodedPicture | EncoderFailure>;
  /** Kills the process and answers every waiting job with `stopped`. */
  close(): Promise<void>;
  /** Number of jobs given to the process since the start. */
  readonly jobs: number;
  readonly pid: number | undefined;
};

export type EncodeCall = {
  /** Names the variant: calls with the same identity share one job. */
  identity: string;
  job: EncodeJob;
  read: () => Promise<Uint8Array | undefined>;
  isUrgent: boolean;
  /** Cancels the job, unless another caller waits for it urgently. */
  signal?: AbortSignal;
};

export type EncoderLimits = { cpuMs: number; wallMs: number; rssBytes: number };

const LIMITS: EncoderLimits = { cpuMs: 5000, wallMs: 120_000, rssBytes: 512 * 1024 * 1024 };
/** The time limits are for this many written pixels; larger variants get a multiple. */
const PIXELS_PER_ALLOWANCE = 1_500_000;
const FAILURES_KEPT = 1000;
const FAILURE_FORGOTTEN_MS = 10 * 60_000;

type Queued = {
  identity: string | undefined;
  job: EncoderJob;
  read: () => Promise<Uint8Array | undefined>;
  isUrgent: boolean;
  promise: Promise<EncoderOutcome>;
  settle: (outcome: EncoderOutcome) => void;
  /** Called when the original could not be read, which is no fault of the picture. */
  fail: (error: unknown) => void;
};

/** Starts nothing yet: the process starts with the first job. `limits` are for tests. */
export function openPictureEncoder(limits: Partial<EncoderLimits> = {}): PictureEncoder {
  const runner = encoderProcess();
  const given = { ...LIMITS, ...limits };
  const failures = new LRUCache<string, EncoderFailure>({ max: FAILURES_KEPT, ttl: FAILURE_FORGOTTEN_MS });
  const queue = openQueue(work, runner.kill);
  let jobs = 0;

  async function work({ identity, job, read }: Queued): Promise<EncoderOutcome> {
    const bytes = await read();
    if (bytes === undefined) return { failure: "stopped", reason: "the original is gone" };
    const attempt = () => (queue.isClosed() ? STOPPED : (jobs++, runner.run(job, bytes, budgetOf(job, given))));
    const first = await attempt();
    // A crash may be the machine's fault, so the job is tried once more; a second crash counts as the picture's.
    const outcome = "failure" in first && first.failure === "crashed" ? await attempt() : first;
    if (identity !== undefined && "failure" in outcome && outcome.failure !== "stopped")
      failures.set(identity, { ...outcome, isRemembered: true });
    return outcome;
  }

  return {
    async inspect(job, bytes) {
      const queued = queue.add({ identity: undefined, job, read: async () => bytes, isUrgent: true });
      const outcome = await queued.promise;
      return "failure" in outcome ? outcome : inspected(outcome.result);
    },
    async encode(call) {
      const failed = failures.get(call.identity);
      if (failed !== undefined) return failed;
      if (call.signal?.aborted === true) return STOPPED;
      const queued = queue.join(call) ?? queue.add(call);
      const abandon = () => queue.giveUp(queued);
      call.signal?.addEventListener("abort", abandon);
      try {
        const outcome = await queued.promise;
        return "failure" in outcome ? outcome : encoded(outcome.result);
      } finally {
        call.signal?.removeEventListener("abort", abandon);
      }
    },
    async close() {
      queue.close();
      await runner.kill();
    },
    get jobs() {
      return jobs;
    },
    get pid() {
      return runner.pid;
    },
  };
}

/** The jobs that wait for `work`, which does one at a time, and `kill`, which ends the running one. */
function openQueue(work: (queued: Queued) => Promise<EncoderOutcome>, kill: () => Promise<void>) {
  const waiting: Queued[] = [];
  let running: Queued | undefined;
  let isClosed = false;

  async function pump(): Promise<void> {
    if (running !== undefined) return;
    const urgent = waiting.findIndex((queued) => queued.isUrgent);
    const [next] = waiting.splice(Math.max(urgent, 0), 1);
    if (next === undefined) return;
    running = next;
    try {
      next.settle(await work(next));
    } catch (error) {
      next.fail(error);
    }
    running = undefined;
    void pump();
  }

  return {
    add(call: Pick<Queued, "identity" | "job" | "read" | "isUrgent">): Queued {
      const { promise, resolve, reject } = Promise.withResolvers<EncoderOutcome>();
      const queued: Queued = { ...call, promise, settle: resolve, fail: reject };
      if (isClosed) queued.settle(STOPPED);
      else waiting.push(queued);
      void pump();
      return queued;
    },
    /** The waiting or running job for the same variant. */
    join({ identity, isUrgent }: EncodeCall): Queued | undefined {
      const same = running?.identity === identity ? running : waiting.find((queued) => queued.identity === identity);
      if (same !== undefined) same.isUrgent ||= isUrgent;
      return same;
    },
    giveUp(queued: Queued): void {
      if (queued.isUrgent) return;
      const index = waiting.indexOf(queued);
      if (index !== -1) waiting.splice(index, 1)[0]?.settle(STOPPED);
      else if (running === queued) void kill();
    },
    close(): void {
      isClosed = true;
      for (const queued of waiting.splice(0)) queued.settle(STOPPED);
    },
    isClosed: () => isClosed,
  };
}

const STOPPED: EncoderFailure = { failure: "stopped", reason: "the encoder was stopped" };

function budgetOf(job: EncoderJob, { cpuMs, wallMs, rssBytes }: EncoderLimits): EncoderBudget {
  const allowances = job.do === "inspect" ? 1 : Math.ceil(writtenPixels(job) / PIXELS_PER_ALLOWANCE);
  return { cpuMs: cpuMs * allowances, wallMs: wallMs * allowances, rssBytes };
}

function writtenPixels({ size, original }: EncodeJob): number {
  if (size.kind === "cover") return size.width * size.height;
  const width = Math.min(size.width, original.width);
  return width * Math.ceil((original.height * width) / original.width);
}

function inspected(result: EncoderResult): InspectedPicture {
  if ("frames" in result) return result;
  throw new Error("The encoder answered an inspection with a variant");
}

function encoded(result: EncoderResult): EncodedPicture {
  if ("body" in result) return result;
  throw new Error("The encoder answered a variant with an inspection");
}
