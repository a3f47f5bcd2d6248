import { inTransaction, type Database, type Transaction } from "./database.server.ts";
import type { World } from "../world.ts";

/** The world with a database that reads and writes inside the transaction. */
export function worldInside(world: World, tx: Transaction): World {
  return { ...world, database: { ...world.database, db: tx } };
}

/** Runs `run` in a transaction that is always rolled back, and returns its result. Only `run` itself sees what it wrote. */
export async function runRolledBack<Result>(
  database: Database,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const seen: { result?: Result } = {};
  try {
    await inTransaction(database, async (tx) => {
      seen.result = await run(tx);
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return seen.result as Result;
}

/** Rolls the transaction back: Kysely does so on any exception. */
class Rehearsed extends Error {}
