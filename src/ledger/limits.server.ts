import { sql } from "kysely";
import type { Transaction } from "../platform/database/database.server.ts";

/**
 * Moves the most that a customer's account may hold: what is promised to a posting to come is taken off, and given back with it or
 * without it. Call it under the account's lock (`lockedBalance`). Below what already lies there the database refuses (I4).
 */
export async function moveLimit(tx: Transaction, account: string, by: bigint): Promise<void> {
  const moved = await tx
    .updateTable("ledger_accounts")
    .set({ limit_minor: sql<bigint>`limit_minor + ${by}::bigint` })
    .where("name", "=", account)
    .where("limit_minor", "is not", null)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`${account} has no limit to move`);
}
