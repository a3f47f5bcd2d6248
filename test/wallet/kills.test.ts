import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openKillRun } from "../kills/kill-run.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { amount } from "../support/proof.ts";

const KILLS = Number(process.env["KILLS"] ?? amount({ test: 2, proof: 200 }));
/** One of so many kills is PostgreSQL's. */
const POSTGRES_EVERY = amount({ test: 2, proof: 5 });
const STILL_MS = 2_500;

/** Two nodes, PostgreSQL with fsync on, and the sandbox's bank, in processes of their own; some are killed. */
describe("kill -9 during top-ups", () => {
  let postgres: TestPostgres;
  let run: Awaited<ReturnType<typeof openKillRun>>;
  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true });
    run = await openKillRun(postgres.url);
  }, 180_000);
  afterAll(async () => {
    await run.close();
    await postgres.stop();
  });

  it(
    `loses nothing that was acknowledged and doubles nothing, ${KILLS} times`,
    async () => {
      const { problems, credited } = await run.during(async () => {
        for (let kill = 1; kill <= KILLS; kill += 1) {
          await delay(randomInt(100, 1_500));
          if (kill % POSTGRES_EVERY === 0) {
            await postgres.crash();
          } else {
            const at = randomInt(2);
            await run.nodes.kill(at);
            await run.nodes.start(at);
          }
        }
      });
      expect(problems).toEqual([]);
      expect(credited).toBeGreaterThan(KILLS);
    },
    150_000 + KILLS * 30_000,
  );

  it("loses nothing while one node is stopped and another's log disk is full, and both report not ready", async () => {
    const told: string[] = [];
    const { problems } = await run.during(async () => {
      await run.nodes.readiness(0);
      told.push(await run.nodes.readiness(0));
      await run.nodes.standStill(0, STILL_MS);
      told.push(await run.nodes.readiness(0), await run.nodes.readiness(0), await run.nodes.readiness(1));
    });
    expect(problems).toEqual([]);
    expect(told).toEqual(["200 ready", "503 stood still", "200 ready", "503 log not written"]);
  }, 180_000);
});
