import { sql, type Insertable, type Kysely } from "kysely";
import type { ExclusionVerdictsTable, Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database/database.server.ts";

export async function insertVerdict(tx: Transaction, row: Insertable<ExclusionVerdictsTable>): Promise<void> {
  await tx.insertInto("exclusion_verdicts").values(row).execute();
}

/**
 * Whether a member is excluded, by the last word of every register that was ever asked: one country's does not lift another's. The instant
 * of a first exclusion stays, a lifted one goes (spec/policy.md).
 */
export async function drawExclusion(tx: Transaction, membershipId: string, at: Date): Promise<void> {
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

/** The daily round has been here. */
export async function markChecked(tx: Transaction, membershipId: string, at: Date): Promise<void> {
  await tx.updateTable("memberships").set({ exclusion_checked_at: at }).where("id", "=", membershipId).execute();
}

/** Active members whom the daily round did not ask about since `before`, the longest unasked first. */
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
