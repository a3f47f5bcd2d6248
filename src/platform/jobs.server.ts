import { DAY_MS } from "./durations.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fromKysely, PgBoss, type ConstructorOptions } from "pg-boss";
import type { Database, Transaction } from "./database/database.server.ts";
import { sessionLimits } from "./database/postgres.server.ts";
import type { Log } from "./log.server.ts";

export type Job<Data> = { id: string; data: Data };

/** The next 03:00 UTC, when traffic is lowest, or another hour of the night. */
export function nextNight(now: Date, hour = 3): Date {
  const next = new Date(now);
  next.setUTCHours(hour, 0, 0, 0);
  return next > now ? next : new Date(next.getTime() + DAY_MS);
}

/**
 * How one job is sent. A failed job is retried after `retryDelaySeconds`, then after twice that, and so on. Of the jobs with the same
 * `singletonKey` at most one waits; a running one does not count. `startAfter` is an instant of this node's clock and is sent as a delay:
 * with the database's clock ahead, a job that orders the next round would otherwise be due again at once, for ever.
 */
type SendOptions = { retryLimit?: number; retryDelaySeconds?: number; singletonKey?: string; startAfter?: Date };

export type Jobs = {
  /**
   * Lets this node run the jobs of a queue. A handler gets up to `batchSize` jobs (default 1); if it throws, all of them are retried.
   * `atOnce` handlers run side by side (default 1) and take no more jobs than they run, so that another node finds the rest. A job may
   * run twice, so a handler must be a verb that may be repeated.
   */
  work<Data extends object>(
    name: string,
    handler: (jobs: Job<Data>[]) => Promise<void>,
    options?: { batchSize?: number; atOnce?: number },
  ): Promise<void>;
  /**
   * Adds a job that exists only if the transaction commits. Its queue must have a worker. Returns the job's id, or null if another job
   * with the same `singletonKey` is waiting.
   */
  send(tx: Transaction, name: string, data: object, options?: SendOptions): Promise<string | null>;
  /**
   * Takes no new job and waits for the running ones. Those that are not done in time are due again at once, for another node or the next
   * start, whatever attempt they were. Returns how many.
   */
  stop(options?: { withinMs?: number }): Promise<number>;
};

const RETRY_LIMIT = 8;
const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_SECONDS_MAX = 3600;
/** A running job is marked twice in this time. Without a mark its node was killed, and the job is tried again. */
const SIGN_OF_LIFE_SECONDS = 60;
/** Workers are woken by notifications. Jobs that fall due later, or whose notification was lost, are found by one query for all queues. */
const DUE_MS = 2000;
/** The workers' own polls, one per queue, can therefore be rare; every two seconds they were most of the load of an idle site. */
const POLL_SECONDS = 60;
export const JOBS_STOP_MS = 15_000;
const CONNECTIONS_MAX = 4;
const CHANNEL = "jobs";

/** Starts the job queue on the database. The first start creates its tables. `now` is this node's clock. */
export async function openJobs(database: Database, log: Log, now = () => new Date()): Promise<Jobs> {
  const boss = new PgBoss({ ...connectionOf(database), schema: "jobs", schedule: false, useListenNotify: false });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
  await boss.start();
  // A node that was killed may have left jobs that count as running.
  void boss.supervise().catch((error: unknown) => log.error({ err: error }, "could not look for lost jobs"));
  const workers = new Map<string, string[]>();
  const running = new Set<string>();
  const wake = (name: string) => workers.get(name)?.forEach((worker) => boss.notifyWorker(worker));
  const wakeAll = () => workers.forEach((_, name) => wake(name));
  const stopListening = await database.listen(CHANNEL, wake, wakeAll);
  const stopAsking = askWhatIsDue(database, log, wake);

  async function startWorker<Data extends object>(
    name: string,
    batchSize: number,
    handler: (jobs: Job<Data>[]) => Promise<void>,
  ): Promise<string> {
    const options = { batchSize, pollingIntervalSeconds: POLL_SECONDS };
    const worker: string = await boss.work<Data>(name, options, async (jobs) => {
      for (const { id } of jobs) running.add(id);
      try {
        await database.forJobs(() => handler(jobs.map(({ id, data }) => ({ id, data }))));
      } catch (error) {
        log.error({ err: error, queue: name, jobs: jobs.map(({ id }) => id) }, "a job failed");
        throw error;
      } finally {
        for (const { id } of jobs) running.delete(id);
        // A worker keeps only one notification while it is busy, so it is told to look again.
        boss.notifyWorker(worker);
      }
    });
    return worker;
  }

  return {
    async work<Data extends object>(
      name: string,
      handler: (jobs: Job<Data>[]) => Promise<void>,
      { batchSize = 1, atOnce = 1 } = {},
    ) {
      await createQueue(boss, name);
      const started = Array.from({ length: atOnce }, () => startWorker(name, batchSize, handler));
      workers.set(name, await Promise.all(started));
    },
    async send(tx, name, data, options = {}) {
      if (!workers.has(name)) throw new Error(`The queue ${name} has no worker yet`);
      const id = await boss.send(name, data, { ...sendOptions(options, now()), db: fromKysely(tx) });
      await database.notify(tx, CHANNEL, name);
      return id;
    },
    async stop({ withinMs = JOBS_STOP_MS } = {}) {
      await stopListening();
      await stopAsking();
      await boss.stop({ graceful: true, timeout: withinMs });
      await rescheduleInterrupted(database, [...running]);
      return running.size;
    },
  };
}

function connectionOf({ source }: Database): ConstructorOptions {
  if ("url" in source)
    return {
      connectionString: source.url,
      max: CONNECTIONS_MAX,
      application_name: "baize queue",
      ...sessionLimits("jobs"),
    };
  // Our worker thread does itself what pg-boss's adapter for PGlite would: it runs several statements at once and leaves no failed
  // transaction open.
  const executeSql = (sql: string, parameters: unknown[] = []) =>
    source.pglite.query(sql, parameters, { hasNumberInt8: true });
  return { db: { executeSql }, backend: "pglite" };
}

/** Calls `tell` with each queue that has a due job, on the connections reserved for payments. Returns a function that stops it. */
function askWhatIsDue({ db, forMoney }: Database, log: Log, tell: (name: string) => void): () => Promise<void> | null {
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const due = await sql<{ name: string }>`
      select distinct name from jobs.job where state < 'active' and not blocked and start_after <= now()`.execute(db);
    for (const { name } of due.rows) tell(name);
  };
  const timer = setInterval(() => {
    asking ??= forMoney(ask)
      .catch((error: unknown) => log.error({ err: error }, "could not read which jobs are due"))
      .finally(() => (asking = null));
  }, DUE_MS);
  return () => {
    clearInterval(timer);
    return asking;
  };
}

/** The queue counts an interrupted job as failed: it would wait for its next attempt, and after the last one it would be lost. */
async function rescheduleInterrupted({ db, forJobs }: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await forJobs(() =>
    sql`
      update jobs.job set state = 'retry', start_after = now(), completed_on = null
      where id = any(${ids}::uuid[]) and state in ('active', 'retry', 'failed')`.execute(db),
  );
}

/** With the policy "short" at most one job per key waits. */
async function createQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, { policy: "short" });
  // Reading any job makes pg-boss cache the queue. Otherwise its first send would look it up outside the transaction.
  await boss.findJobs(name, { id: randomUUID() });
}

function sendOptions(
  {
    retryLimit = RETRY_LIMIT,
    retryDelaySeconds = RETRY_DELAY_SECONDS,
    singletonKey = randomUUID(),
    startAfter,
  }: SendOptions,
  now: Date,
) {
  const waitMs = startAfter === undefined ? 0 : startAfter.getTime() - now.getTime();
  return {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_SECONDS_MAX,
    singletonKey,
    heartbeatSeconds: SIGN_OF_LIFE_SECONDS,
    ...(waitMs > 0 ? { startAfter: waitMs / 1000 } : {}),
  };
}
