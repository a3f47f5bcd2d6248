import { sql } from "kysely";
import type { Transaction } from "../platform/database/database.server.ts";

/**
 * Changes the maximum balance of a customer account by `by` minor units. A reservation for a coming posting lowers it,
 * and the posting or a cancellation raises it again. Call it under the account's lock (`lockedBalance`). The database
 * refuses a limit below the current balance.
 */
export async function moveLimit(tx: Transaction, account: string, by: bigint): Promise<void> {
  const moved = await tx
    .updateTable("ledger_accounts")
    .set({ limit_minor: sql<bigint>`limit_minor + ${by}::bigint` })
    .where("name", "=", account)
    .where("limit_minor", "is not", null)
    .executeTakeFirst();
  if (moved.numUpdatedRows !== 1n) throw new Error(`${account} has no limit to change`);
}
