import { describe, expect, inject, it } from "vitest";
import { openEngine } from "./simulator/engine.ts";
import { runRaces } from "./simulator/races.ts";
import { runSeeds } from "./simulator/seeds.ts";
import { simulate } from "./simulator/simulation.ts";
import { createPostgresDatabase } from "./databases.ts";

const isProof = process.env["PROOF"] !== undefined;
/** The long mode has a command of its own that uses both cores (`npm run proof -- seeds`). */
const SEEDS = Number(process.env["SEEDS"] ?? 500);
const SAME = 12;
const RACES = isProof ? 25 : 3;

describe("the simulator of payments", () => {
  it(`finds nothing wrong in ${SEEDS} seeds: not at any step, and at rest the bank's book and ours agree (I1–I9, I13, I15, N1, N4)`, async () => {
    const seeds = Array.from({ length: SEEDS }, (_, at) => at + 1);
    expect((await runSeeds(inject("pgliteSnapshot"), seeds)).seeds).toBe(SEEDS);
  }, 900_000);

  it("does the same again for the same seed, in a database that others have used", async () => {
    const engine = await openEngine(inject("pgliteSnapshot"));
    for (let seed = 1; seed <= SAME; seed += 1) {
      const first = await simulate(engine, seed);
      expect(await simulate(engine, seed)).toEqual(first);
    }
    await engine.database.close();
  }, 120_000);
});

describe("the verbs of payments on two nodes", () => {
  it("lose no lock: orders, settlements, PINs and refunds that come together (T1, T8, F8, F10)", async () => {
    expect(await runRaces(await createPostgresDatabase(), RACES)).toEqual([]);
  }, 300_000);
});
