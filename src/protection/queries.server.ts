import { sql, type Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database/database.server.ts";

type Reader = Kysely<Tables>;

/** What a member has paid in at a site in a gaming day, in minor units. */
export async function totalOfDay(
  db: Reader,
  day: { membership_id: string; site_id: number; gaming_day: string },
): Promise<bigint> {
  const row = await db
    .selectFrom("aml_days")
    .select("total_minor")
    .where("membership_id", "=", day.membership_id)
    .where("site_id", "=", day.site_id)
    .where("gaming_day", "=", day.gaming_day)
    .executeTakeFirst();
  return row?.total_minor ?? 0n;
}

/** Adds a top-up to its gaming day and returns the day's total. */
export async function addToDay(
  tx: Transaction,
  day: { membership_id: string; site_id: number; gaming_day: string; total_minor: bigint },
): Promise<bigint> {
  const row = await tx
    .insertInto("aml_days")
    .values({ ...day, alerted_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "gaming_day", "membership_id"])
        .doUpdateSet({ total_minor: sql<bigint>`aml_days.total_minor + excluded.total_minor` }),
    )
    .returning("total_minor")
    .executeTakeFirstOrThrow();
  return row.total_minor;
}

export async function markAlert(
  tx: Transaction,
  day: { membership_id: string; site_id: number; gaming_day: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable("aml_days")
    .set({ alerted_at: at })
    .where("membership_id", "=", day.membership_id)
    .where("site_id", "=", day.site_id)
    .where("gaming_day", "=", day.gaming_day)
    .where("alerted_at", "is", null)
    .execute();
}

export type AmlFilter = { onlyAlerts: boolean; from: string | null; to: string | null; membershipId: string | null };

/** A venue's register of top-ups by gaming day, newest first. */
export function amlDays(db: Reader, siteId: number, { onlyAlerts, from, to, membershipId }: AmlFilter, limit: number) {
  let rows = db
    .selectFrom("aml_days")
    .innerJoin("memberships", "memberships.id", "aml_days.membership_id")
    .select(["aml_days.membership_id", "aml_days.gaming_day", "aml_days.total_minor", "aml_days.alerted_at"])
    .select(["memberships.lastname", "memberships.firstname", "memberships.birthday"])
    .where("aml_days.site_id", "=", siteId);
  if (onlyAlerts) rows = rows.where("alerted_at", "is not", null);
  if (from !== null) rows = rows.where("gaming_day", ">=", from);
  if (to !== null) rows = rows.where("gaming_day", "<=", to);
  if (membershipId !== null) rows = rows.where("aml_days.membership_id", "=", membershipId);
  return rows
    .orderBy("aml_days.gaming_day", "desc")
    .orderBy("aml_days.total_minor", "desc")
    .orderBy("aml_days.membership_id")
    .limit(limit)
    .execute();
}
