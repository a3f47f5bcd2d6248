import { sql, type Insertable, type Kysely } from "kysely";
import type { ExclusionVerdictsTable, Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database/database.server.ts";

export async function insertVerdict(tx: Transaction, row: Insertable<ExclusionVerdictsTable>): Promise<void> {
  await tx.insertInto("exclusion_verdicts").values(row).execute();
}

/**
 * Updates whether a member is excluded, from the last verdict of every register that was asked. One country's register does not
 * lift another's exclusion. Keeps the instant of the first verdict, and clears it when the exclusion is lifted.
 */
export async function updateExclusion(tx: Transaction, membershipId: string, at: Date): Promise<void> {
  await sql`
    update memberships set excluded_since = case
      when exists (
        select from (
          select distinct on (source) verdict from exclusion_verdicts where membership_id = ${membershipId}
          order by source, checked_at desc, id desc
        ) as last_words where verdict = 'barred'
      ) then coalesce(excluded_since, ${at}::timestamptz)
    end
    where id = ${membershipId}`.execute(tx);
}

/** Records when the daily check asked about a member. */
export async function markChecked(tx: Transaction, membershipId: string, at: Date): Promise<void> {
  await tx.updateTable("memberships").set({ exclusion_checked_at: at }).where("id", "=", membershipId).execute();
}

/** Active members whom the daily check has not asked about since `before`, longest ago first. */
export function membersToCheck(db: Kysely<Tables>, before: Date, limit: number) {
  return db
    .selectFrom("memberships")
    .select(["id", "lastname", "firstname", "birthday", "home_site_id"])
    .where("status", "=", "active")
    .where("lastname", "is not", null)
    .where((where) =>
      where.or([where("exclusion_checked_at", "is", null), where("exclusion_checked_at", "<=", before)]),
    )
    .orderBy("exclusion_checked_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .limit(limit)
    .execute();
}
