import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as paths from "../../src/venues/paths.ts";
import { openKillRun } from "../kills/kill-run.ts";
import { attackRow } from "../support/attack-rows.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { IS_PROOF } from "../support/proof.ts";

const FROZEN_MS = Number(process.env["FROZEN_SECONDS"] ?? 60) * 1_000;
const PAUSE_MS = 100;
const READY_WITHIN_MS = 5_000;
/** A call that asks the database. */
const CALL = "/api/site/151/jackpot/latest";
/** Public pages, which both nodes have in their caches before the database stands still. */
const PAGES = ["/", paths.agenda, paths.games, paths.jackpots];

/** Two nodes over a PostgreSQL that stands still (SIGSTOP) while members top up and visitors read. Takes minutes. */
describe.runIf(IS_PROOF)("a database that stands still", () => {
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

  const page = async (at: number, path: string) => (await run.nodes.call(at, { method: "GET", path })).status;
  const call = async (at: number) => (await run.nodes.call(at, { method: "GET", path: CALL })).status;
  /** The second node's log disk is full, which is what its probe says, so a call tells whether it has its database again. */
  const isBack = async (at: number) =>
    at === 0 ? (await run.nodes.readiness(0)).startsWith("200") : (await call(1)) === 200;

  it(
    "costs no cached page and no money, and both nodes are ready again at once",
    async () => {
      const cached = new Map<number, number>();
      const calls = new Map<number, number>();
      const toReady: number[] = [];
      const count = (counts: Map<number, number>, status: number) => counts.set(status, (counts.get(status) ?? 0) + 1);
      const { problems, credited } = await run.during(async () => {
        const known = [0, 1].flatMap((at) => PAGES.map((path) => [at, path] as const));
        for (const [at, path] of known)
          await expect.poll(() => page(at, path), { timeout: 30_000, message: `${path} of node ${at}` }).toBe(200);
        await delay(3_000);
        const thaw = postgres.freeze();
        try {
          for (const end = Date.now() + FROZEN_MS; Date.now() < end; await delay(PAUSE_MS)) {
            const statuses = await Promise.all(known.map(([at, path]) => page(at, path)));
            for (const status of statuses) count(cached, status);
            // Not awaited: a call that asks the database is answered only at the time limit of its pool.
            for (const at of [0, 1]) void call(at).then((status) => count(calls, status));
          }
        } finally {
          thaw();
        }
        const thawed = Date.now();
        for (const at of [0, 1]) {
          while (!(await isBack(at)) && Date.now() - thawed < 60_000) await delay(50);
          toReady.push(Date.now() - thawed);
        }
      });
      attackRow(
        "database frozen under load",
        `SIGSTOP of PostgreSQL for ${FROZEN_MS / 1_000} s, six members who top up, two nodes`,
        `cached pages answered ${listOf(cached)}; calls ${listOf(calls)}; ${credited} top-ups credited, ${problems.length} lost or doubled; ready again after ${toReady.join(" and ")} ms`,
      );
      expect([...cached.keys()]).toEqual([200]);
      expect([...calls.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
      expect(problems).toEqual([]);
      expect(credited).toBeGreaterThan(0);
      expect(Math.max(...toReady)).toBeLessThanOrEqual(READY_WITHIN_MS);
    },
    FROZEN_MS + 300_000,
  );
});

function listOf(counts: Map<number, number>): string {
  return [...counts].map(([status, count]) => `${status} (${count})`).join(", ");
}
