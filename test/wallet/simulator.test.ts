import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";
import { MUTATIONS, mutated } from "../simulator/mutations.ts";
import { openEngine } from "../simulator/engine.ts";
import { runRaces } from "../simulator/races.ts";
import { runSeeds } from "../simulator/seeds.ts";
import { simulate } from "../simulator/simulation.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { amount } from "../support/proof.ts";

/**
 * The minimum number of seeds; `npm run proof` runs as many as fit into two minutes. `npm run proof -- seeds` runs
 * longer.
 */
const SEEDS_MIN = amount({ test: 100, proof: 500 });
const SEEDS_MS = amount({ test: 0, proof: 120_000 });
const SAME = amount({ test: 4, proof: 12 });
const RACES = amount({ test: 1, proof: 25 });

describe("the simulator of payments", () => {
  it(`finds no problem in at least ${SEEDS_MIN} seeds, at any step, and at rest the bank's book agrees with ours`, async () => {
    const ran = await runSeeds(createPostgresDatabase, seedsFor(SEEDS_MS));
    process.stdout.write(`${ran.seeds} seeds hold\n`);
    expect(ran.seeds).toBeGreaterThanOrEqual(SEEDS_MIN);
  }, 900_000);

  it("repeats the same events for the same seed, in a used database", async () => {
    const engine = await openEngine(await createPostgresDatabase());
    for (let seed = 1; seed <= SAME; seed += 1) {
      const first = await simulate(engine, seed);
      expect(await simulate(engine, seed)).toEqual(first);
    }
    await engine.database.close();
  }, 120_000);
});

describe("the payment verbs on two nodes", () => {
  it("break no rule when orders, settlements, PINs and refunds come at once", async () => {
    expect(await runRaces(await createPostgresDatabase(), RACES)).toEqual([]);
  }, 300_000);
});

describe("the bugs that the simulator and the races must find", () => {
  it("can be applied to the current source (npm run proof -- mutations)", () => {
    const misfits = MUTATIONS.flatMap(({ name, changes }) =>
      [...new Set(changes.map(({ file }) => file))].flatMap((file) => {
        try {
          mutated(readFileSync(projectPath(file), "utf8"), file, changes);
          return [];
        } catch {
          return [`${name}: ${file}`];
        }
      }),
    );
    expect(misfits).toEqual([]);
  });
});

function* seedsFor(ms: number): Generator<number> {
  const end = performance.now() + ms;
  for (let seed = 1; seed <= SEEDS_MIN || performance.now() < end; seed += 1) yield seed;
}
