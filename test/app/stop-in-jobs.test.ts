import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startJobs } from "../../src/app/jobs.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { openJobs, type Jobs } from "../../src/platform/jobs.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { attackRow } from "../support/attack-rows.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SOON } from "../support/patience.ts";
import type { TestApp } from "../support/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins" });
});
afterAll(() => app.close());

type Run = (queue: string, data: unknown) => Promise<void>;

/** A node with every queue of the program, as the server starts them, where `run` stands for what the jobs do. */
async function node(run: Run): Promise<{ jobs: Jobs; queues: string[] }> {
  const jobs = await openJobs(app.world.database, openLog("silent"));
  const queues: string[] = [];
  const work: Jobs["work"] = (name, _handler, options) => {
    queues.push(name);
    return jobs.work(
      name,
      async (batch) => void (await Promise.all(batch.map(({ data }) => run(name, data)))),
      options,
    );
  };
  await startJobs(app.services, { ...jobs, work });
  return { jobs, queues };
}

it("a node that stops in a job of any queue leaves it to the next node, which does it once", async () => {
  const begun: string[] = [];
  const first = await node((queue) => {
    begun.push(queue);
    return new Promise(() => undefined);
  });
  for (const queue of first.queues)
    await inTransaction(app.world.database, (tx) =>
      first.jobs.send(tx, queue, { of: queue }, { retryLimit: 0, singletonKey: `stop in ${queue}` }),
    );
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(first.queues.toSorted()), SOON);
  expect(first.queues.length).toBeGreaterThan(15);
  expect(await first.jobs.stop({ withinMs: 500 })).toBe(first.queues.length);
  const done: string[] = [];
  const next = await node(async (queue, data) => {
    expect(data).toEqual({ of: queue });
    done.push(queue);
  });
  await vi.waitFor(() => expect(done.toSorted()).toEqual(first.queues.toSorted()), SOON);
  expect(await next.jobs.stop()).toBe(0);
  expect(done.toSorted()).toEqual(first.queues.toSorted());
  attackRow(
    "stop in each job",
    `a node ends while a job of each of ${first.queues.length} queues runs, in its last attempt`,
    `${done.length} jobs were run by the next node, each once`,
  );
});
