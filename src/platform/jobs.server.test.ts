import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eachDatabase } from "../../test/support/databases.ts";
import { inTransaction, type Database } from "./database/database.server.ts";
import { openJobs, type Job, type Jobs } from "./jobs.server.ts";
import { SOON } from "../../test/support/patience.ts";

const silent = pino({ level: "silent" });

eachDatabase("the job queue", (open) => {
  let database: Database;
  let jobs: Jobs;
  /** How far this node's clock is behind the database's, in milliseconds. */
  let behindMs = 0;
  const now = () => new Date(Date.now() - behindMs);
  beforeAll(async () => {
    database = await open();
    jobs = await openJobs(database, silent, now);
  });
  afterAll(() => jobs.stop());

  test("runs a job after the commit, with its data", async () => {
    const seen: Job<{ name: string }>[] = [];
    await jobs.work<{ name: string }>("greetings", async (batch) => void seen.push(...batch));
    let isCommitted = false;
    const id = await inTransaction(database, async (tx) => {
      const sent = await jobs.send(tx, "greetings", { name: "Maëlle" });
      await delay(300);
      expect(seen).toEqual([]);
      isCommitted = true;
      return sent;
    });
    await vi.waitFor(() => expect(seen).toEqual([{ id, data: { name: "Maëlle" } }]), SOON);
    expect(isCommitted).toBe(true);
  });

  test("never runs a job of a transaction that was rolled back", async () => {
    const seen: unknown[] = [];
    await jobs.work<{ n: number }>("regrets", async (batch) => void seen.push(...batch.map(({ data }) => data.n)));
    const failing = inTransaction(database, async (tx) => {
      await jobs.send(tx, "regrets", { n: 1 });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    await inTransaction(database, (tx) => jobs.send(tx, "regrets", { n: 2 }));
    await vi.waitFor(() => expect(seen).toEqual([2]), SOON);
    await delay(2500);
    expect(seen).toEqual([2]);
  });

  test("retries a job that threw", async () => {
    const attempts = vi.fn(async () => {
      if (attempts.mock.calls.length < 2) throw new Error("not yet");
    });
    await jobs.work("stubborn", attempts);
    await inTransaction(database, (tx) => jobs.send(tx, "stubborn", {}, { retryDelaySeconds: 1 }));
    await vi.waitFor(() => expect(attempts).toHaveBeenCalledTimes(2), SOON);
  });

  test("queues at most one job per key", async () => {
    const seen: number[] = [];
    const ids = await (async () => {
      await jobs.work<{ n: number }>("keyed", async (batch) => void seen.push(...batch.map(({ data }) => data.n)), {
        batchSize: 10,
      });
      return inTransaction(database, async (tx) => [
        await jobs.send(tx, "keyed", { n: 1 }, { singletonKey: "a" }),
        await jobs.send(tx, "keyed", { n: 2 }, { singletonKey: "a" }),
        await jobs.send(tx, "keyed", { n: 3 }),
        await jobs.send(tx, "keyed", { n: 4 }),
      ]);
    })();
    expect(ids.map((id) => id === null)).toEqual([false, true, false, false]);
    await vi.waitFor(() => expect(seen.toSorted((a, b) => a - b)).toEqual([1, 3, 4]), SOON);
  });

  test("takes the next job at once, not at the next poll", async () => {
    const isHeld = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const done: number[] = [];
    await jobs.work<{ n: number }>("full", async (batch) => {
      isHeld.resolve();
      await goesOn.promise;
      done.push(...batch.map(({ data }) => data.n));
    });
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    for (const n of numbers) {
      await inTransaction(database, (tx) => jobs.send(tx, "full", { n }));
      await isHeld.promise;
    }
    goesOn.resolve();
    // With one poll per job this would take two minutes.
    await vi.waitFor(() => expect(done).toEqual(numbers), SOON);
  });

  test("runs as many jobs at once as a queue allows, and no more", async () => {
    const goesOn = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    let done = 0;
    const work = async () => {
      most = Math.max(most, (running += 1));
      await goesOn.promise;
      running -= 1;
      done += 1;
    };
    await jobs.work("wide", work, { atOnce: 3 });
    for (let n = 0; n < 8; n += 1) await inTransaction(database, (tx) => jobs.send(tx, "wide", { n }));
    await vi.waitFor(() => expect(running).toBe(3), SOON);
    goesOn.resolve();
    await vi.waitFor(() => expect(done).toBe(8), SOON);
    expect(most).toBe(3);
  });

  test("delays a job by the sender's clock, even if that is behind the database's", async () => {
    behindMs = 600_000;
    const runs: number[] = [];
    const order = () =>
      inTransaction(database, (tx) =>
        jobs.send(tx, "rounds", {}, { singletonKey: "round", startAfter: new Date(now().getTime() + 1_000) }),
      );
    await jobs.work("rounds", async () => {
      runs.push(Date.now());
      if (runs.length < 20) await order();
    });
    const sent = Date.now();
    await order();
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(1), SOON);
    behindMs = 0;
    const [first = 0, second = 0] = runs;
    expect(first - sent).toBeGreaterThanOrEqual(1_000);
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    // A last round may be waiting; it must not order another one.
    runs.length = 20;
  });

  test("refuses a job whose queue has no worker", async () => {
    await expect(inTransaction(database, (tx) => jobs.send(tx, "unknown", {}))).rejects.toThrow(
      "The queue unknown has no worker yet",
    );
  });

  test("stops when running jobs are done, and starts again quickly", async () => {
    const own = await openJobs(database, silent, now);
    const running = Promise.withResolvers<void>();
    let isDone = false;
    await own.work("slow", async () => {
      running.resolve();
      await delay(400);
      isDone = true;
    });
    await inTransaction(database, (tx) => own.send(tx, "slow", {}));
    await running.promise;
    await own.stop();
    expect(isDone).toBe(true);
    const start = performance.now();
    await (await openJobs(database, silent, now)).stop();
    // A worker that was not stopped would delay this by half a minute.
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test("a job that runs at a stop is run by the next node, even if it was its last attempt", async () => {
    const first = await openJobs(database, silent, now);
    const running = Promise.withResolvers<void>();
    await first.work("interrupted", () => {
      running.resolve();
      return new Promise(() => undefined);
    });
    await inTransaction(database, (tx) => first.send(tx, "interrupted", { n: 1 }, { retryLimit: 0 }));
    await running.promise;
    expect(await first.stop({ withinMs: 1_000 })).toBe(1);
    const seen: unknown[] = [];
    const next = await openJobs(database, silent, now);
    await next.work("interrupted", async (batch) => void seen.push(...batch.map(({ data }) => data)));
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }]), SOON);
    expect(await next.stop()).toBe(0);
    expect(seen).toEqual([{ n: 1 }]);
  });

  test("a job whose node was killed is run by the next node once its heartbeat stops", async () => {
    const killed = await openJobs(database, silent, now);
    const running = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    await killed.work("orphaned", () => {
      running.resolve();
      return goesOn.promise;
    });
    await inTransaction(database, (tx) => killed.send(tx, "orphaned", { n: 1 }, { retryDelaySeconds: 1 }));
    await running.promise;
    await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '2 minutes' where name = 'orphaned'`.execute(
      database.db,
    );
    await sql`update jobs.queue set monitor_claim_on = null, monitor_on = null`.execute(database.db);
    const seen: unknown[] = [];
    const next = await openJobs(database, silent, now);
    await next.work("orphaned", async (batch) => void seen.push(...batch.map(({ data }) => data)));
    await vi.waitFor(() => expect(seen).toEqual([{ n: 1 }]), SOON);
    goesOn.resolve();
    await Promise.all([killed.stop(), next.stop()]);
  });
});
