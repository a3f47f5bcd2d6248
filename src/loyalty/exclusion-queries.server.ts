import type { Insertable, Kysely } from "kysely";
import type { ExclusionVerdictsTable, Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database.server.ts";

export async function insertVerdict(tx: Transaction, row: Insertable<ExclusionVerdictsTable>): Promise<void> {
  await tx.insertInto("exclusion_verdicts").values(row).execute();
}

/** What a register said of a member; the instant of a first exclusion stays, a lifted one goes (spec/policy.md). */
export async function setExclusion(tx: Transaction, membershipId: string, isBarred: boolean, at: Date): Promise<void> {
  await tx
    .updateTable("memberships")
    .set({ exclusion_checked_at: at, ...(isBarred ? {} : { excluded_since: null }) })
    .where("id", "=", membershipId)
    .execute();
  if (!isBarred) return;
  await tx
    .updateTable("memberships")
    .set({ excluded_since: at })
    .where("id", "=", membershipId)
    .where("excluded_since", "is", null)
    .execute();
}

/** Active members whom no register was asked about since `before`, the longest unasked first. */
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
