import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCluster, type Cluster } from "../failover/cluster.ts";
import { openKillRun } from "../kills/kill-run.ts";

const FAILOVERS = Number(process.env["FAILOVERS"] ?? 0);
const BETWEEN_MS = 4_000;

/** `npm run proof -- failover`: needs programs that npm does not install (docs/operating.md). */
describe.skipIf(FAILOVERS === 0)("a cluster whose primary is killed during top-ups", () => {
  let cluster: Cluster;
  let run: Awaited<ReturnType<typeof openKillRun>>;
  beforeAll(async () => {
    cluster = await openCluster();
    run = await openKillRun(cluster.url);
  }, 300_000);
  afterAll(async () => {
    await run?.close();
    await cluster?.stop();
  });

  it(
    "loses nothing that was acknowledged, and the old primary follows the new one",
    async () => {
      const { problems, credited } = await run.during(async () => {
        for (let time = 1; time <= FAILOVERS; time += 1) {
          await delay(BETWEEN_MS);
          const { from, to, ms } = await cluster.failOver();
          process.stdout.write(`${from} was killed, ${to} is primary after ${(ms / 1_000).toFixed(1)} s\n`);
          await delay(BETWEEN_MS);
          await cluster.heal();
        }
      });
      process.stdout.write(`${credited} top-ups were credited, ${problems.length} problems\n`);
      expect(problems).toEqual([]);
      expect(credited).toBeGreaterThan(0);
    },
    FAILOVERS * 240_000 + 120_000,
  );
});
