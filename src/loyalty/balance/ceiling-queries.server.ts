import { sql } from "kysely";
import type { EarningDaysTable } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";

type Day = Pick<EarningDaysTable, "site_id" | "membership_id" | "gaming_day">;

/** Adds to a member's day at a site unless that would exceed the limit. Returns false, with nothing added, if it would. */
export async function addToEarningDay(
  tx: Transaction,
  { site_id: siteId, membership_id: membershipId, gaming_day: day }: Day,
  { cents, limit }: { cents: bigint; limit: bigint },
): Promise<boolean> {
  const result = await sql`
    insert into earning_days (site_id, membership_id, gaming_day, earned_minor)
    select ${siteId}, ${membershipId}, ${day}::date, ${cents}::bigint where ${cents}::bigint <= ${limit}::bigint
    on conflict (site_id, membership_id, gaming_day) do update
      set earned_minor = earning_days.earned_minor + excluded.earned_minor
      where earning_days.earned_minor + excluded.earned_minor <= ${limit}::bigint
    returning earned_minor`.execute(tx);
  return result.rows.length > 0;
}

export async function takeFromEarningDay(
  tx: Transaction,
  { site_id: siteId, membership_id: membershipId, gaming_day: day }: Day,
  cents: bigint,
): Promise<void> {
  await tx
    .updateTable("earning_days")
    .set(({ fn, val, eb }) => ({ earned_minor: fn<bigint>("greatest", [eb("earned_minor", "-", cents), val(0n)]) }))
    .where("site_id", "=", siteId)
    .where("membership_id", "=", membershipId)
    .where("gaming_day", "=", day)
    .execute();
}
