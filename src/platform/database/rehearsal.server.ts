import { inTransaction, type Database, type Transaction } from "./database.server.ts";
import type { World } from "../world.ts";

/** A world whose verbs read and write inside the transaction. */
export function inside(world: World, tx: Transaction): World {
  return { ...world, database: { ...world.database, db: tx } };
}

/** Runs `run` in a transaction that never commits: what it wrote is seen by itself alone, and gone when it has looked. */
export async function rehearse<Result>(database: Database, run: (tx: Transaction) => Promise<Result>): Promise<Result> {
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

/** Takes the transaction back; an exception is the only way to. */
class Rehearsed extends Error {}
