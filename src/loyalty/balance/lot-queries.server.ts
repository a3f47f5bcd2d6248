import { sql } from "kysely";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

/** Expired lots of a membership with something left, oldest first. */
export function dueLots(db: Db, membershipId: string, at: Date) {
  return db
    .selectFrom("loyalty_lots")
    .select(["entry_id", "left_minor", "expires_at"])
    .where("membership_id", "=", membershipId)
    .where("left_minor", ">", 0n)
    .where("expires_at", "<=", at)
    .orderBy("expires_at")
    .orderBy("entry_id")
    .execute();
}

/**
 * Takes up to an amount out of a membership's lots, those that expire first, but before all others the lot of `first`. Returns
 * what was taken. Call it with the account locked.
 */
export async function takeFromLots(
  tx: Transaction,
  { membershipId, amount, first }: { membershipId: string; amount: bigint; first: bigint | null },
): Promise<bigint> {
  const result = await sql<{ taken: bigint }>`
    with open as (
      select entry_id, left_minor,
        sum(left_minor) over (order by entry_id = ${first ?? -1n}::bigint desc, expires_at, entry_id) - left_minor as before
      from loyalty_lots where membership_id = ${membershipId} and left_minor > 0
    )
    update loyalty_lots lot set left_minor = lot.left_minor - least(open.left_minor, ${amount}::bigint - open.before)
    from open where lot.entry_id = open.entry_id and open.before < ${amount}::bigint
    returning least(open.left_minor, ${amount}::bigint - open.before)::bigint as taken`.execute(tx);
  return result.rows.reduce((sum, { taken }) => sum + taken, 0n);
}

/** Memberships with expired lots, at most `limit`. */
export async function membershipsDue(db: Db, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("loyalty_lots")
    .select("membership_id")
    .where("left_minor", ">", 0n)
    .where("expires_at", "<=", at)
    .groupBy("membership_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.membership_id);
}

export function lotsOfEntries(db: Db, entryIds: bigint[]) {
  return db
    .selectFrom("loyalty_lots")
    .select(["entry_id", "left_minor", "expires_at"])
    .where("entry_id", "in", entryIds)
    .execute();
}

/** The next expiry: the sum of all lots that expire at that instant; undefined if nothing is left. */
export function nextExpiry(db: Db, membershipId: string, after: Date) {
  return db
    .selectFrom("loyalty_lots")
    .select(["expires_at", sql<bigint>`sum(left_minor)::bigint`.as("left_minor")])
    .where("membership_id", "=", membershipId)
    .where("left_minor", ">", 0n)
    .where("expires_at", ">", after)
    .groupBy("expires_at")
    .orderBy("expires_at")
    .limit(1)
    .executeTakeFirst();
}
