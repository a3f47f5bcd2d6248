import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { openEngine, type Engine } from "./engine.ts";
import { simulate, SimulationFailed } from "./simulation.ts";

/** How many seeds share a database; a fuller one is slower, and nothing vacuums it. */
const SEEDS_A_DATABASE = 25;

export type Ran = { seeds: number; steps: number };

/**
 * Runs seeds one after the other, and seals and verifies the ledger of each database before it closes. Throws the first failure.
 * `createDatabase` returns the address of a new, migrated PostgreSQL database.
 */
export async function runSeeds(createDatabase: () => Promise<string>, seeds: Iterable<number>): Promise<Ran> {
  const result: Ran = { seeds: 0, steps: 0 };
  let engine: Engine | null = null;
  for (const seed of seeds) {
    engine ??= await openEngine(await createDatabase());
    result.steps += (await simulate(engine, seed)).length;
    result.seeds += 1;
    if (result.seeds % SEEDS_A_DATABASE !== 0) continue;
    await verify(engine, seed);
    await engine.database.close();
    engine = null;
  }
  if (engine !== null) {
    await verify(engine, 0);
    await engine.database.close();
  }
  return result;
}

async function verify({ database }: Engine, seed: number): Promise<void> {
  await sealEntries({ database, now: () => new Date("2027-01-01T00:00:00Z") });
  const { problems } = await verifyLedger(database);
  if (problems.length > 0) throw new SimulationFailed(seed, [], new Error(problems.join("\n")));
}
