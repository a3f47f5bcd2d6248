import { sql } from "kysely";
import type { ReferralCodesTable, ReferralSharesTable, ReferralsTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

export type Share = { refereeId: string; sponsorId: string; siteId: number; quarter: string; earnedCents: bigint };

export async function codeOfMembership(db: Db, membershipId: string): Promise<string | null> {
  const row = await db
    .selectFrom("referral_codes")
    .select("code")
    .where("membership_id", "=", membershipId)
    .executeTakeFirst();
  return row?.code ?? null;
}

/** Stores a code, unless the code is taken or its owner already has one. */
export async function insertCode(tx: Transaction, row: ReferralCodesTable): Promise<void> {
  await tx
    .insertInto("referral_codes")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function sponsorByCode(tx: Transaction, code: string): Promise<string | null> {
  const row = await tx
    .selectFrom("referral_codes")
    .innerJoin("memberships", "memberships.id", "referral_codes.membership_id")
    .select("memberships.id")
    .where("referral_codes.code", "=", code)
    .where("memberships.status", "=", "active")
    .where("memberships.excluded_since", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Counts the people whom the sponsor has brought on a gaming day, and locks the sponsor's row. Null if the sponsor is not an
 * active member, is excluded, or is the same person as the referee.
 */
export async function placesTaken(
  tx: Transaction,
  { sponsorId, refereeId, gamingDay }: { sponsorId: string; refereeId: string; gamingDay: string },
): Promise<number | null> {
  const sponsor = await tx
    .selectFrom("memberships")
    .select("id")
    .where("id", "=", sponsorId)
    .where("status", "=", "active")
    .where("excluded_since", "is", null)
    .where("person_hash", "not in", (of) =>
      of.selectFrom("memberships as referee").select("referee.person_hash").where("referee.id", "=", refereeId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (sponsor === undefined) return null;
  const { taken } = await tx
    .selectFrom("referrals")
    .select((of) => of.fn.countAll<bigint>().as("taken"))
    .where("sponsor_id", "=", sponsorId)
    .where("gaming_day", "=", gamingDay)
    .executeTakeFirstOrThrow();
  return Number(taken);
}

/** True if `ancestorId` brought the membership, directly or through others. */
export async function isSponsoredBy(tx: Transaction, membershipId: string, ancestorId: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive line as (
      select sponsor_id from referrals where referee_id = ${membershipId}
      union select referrals.sponsor_id from referrals join line on referrals.referee_id = line.sponsor_id)
    select 1 from line where sponsor_id = ${ancestorId}`.execute(tx);
  return rows.length > 0;
}

/** Stores who brought whom; false if the referee already has a sponsor. */
export async function insertReferral(tx: Transaction, row: ReferralsTable): Promise<boolean> {
  const stored = await tx
    .insertInto("referrals")
    .values(row)
    .onConflict((conflict) => conflict.column("referee_id").doNothing())
    .returning("referee_id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Adds to a referee's earnings of a gaming day. Does nothing if nobody brought this member. */
export async function addEarning(tx: Transaction, refereeId: string, gamingDay: string, cents: bigint): Promise<void> {
  await sql`
    insert into referral_days (referee_id, gaming_day, earned_cents)
    select referee_id, ${gamingDay}::date, ${cents}::bigint from referrals where referee_id = ${refereeId}
    on conflict (referee_id, gaming_day) do update
      set earned_cents = referral_days.earned_cents + excluded.earned_cents`.execute(tx);
}

/** At most `limit` shares of quarters that ended before a day. Marks their days as posted. */
export async function sharesToPost(tx: Transaction, before: string, at: Date, limit: number): Promise<Share[]> {
  const { rows } = await sql<{
    referee_id: string;
    sponsor_id: string;
    home_site_id: number;
    quarter: string;
    earned: bigint;
  }>`
    with due as (
      select referral_days.referee_id, sponsor_id, home_site_id, to_char(referral_days.gaming_day, 'YYYY"Q"Q') as quarter
      from referral_days
      join referrals on referrals.referee_id = referral_days.referee_id
      join memberships on memberships.id = referrals.sponsor_id
      where referral_days.gaming_day < ${before}::date and posted_at is null
        and memberships.status = 'active' and memberships.excluded_since is null
      group by 1, 2, 3, 4 order by 4, 1 limit ${limit}),
    posted as (
      update referral_days set posted_at = ${at}::timestamptz
      from due
      where referral_days.referee_id = due.referee_id and posted_at is null
        and to_char(referral_days.gaming_day, 'YYYY"Q"Q') = due.quarter
      returning referral_days.referee_id, due.quarter, earned_cents)
    select due.referee_id, sponsor_id, home_site_id, due.quarter, sum(earned_cents)::bigint as earned
    from due join posted on posted.referee_id = due.referee_id and posted.quarter = due.quarter
    group by 1, 2, 3, 4 order by 4, 1`.execute(tx);
  return rows.map((row) => ({
    refereeId: row.referee_id,
    sponsorId: row.sponsor_id,
    siteId: row.home_site_id,
    quarter: row.quarter,
    earnedCents: row.earned,
  }));
}

export async function insertShare(tx: Transaction, row: ReferralSharesTable): Promise<boolean> {
  const stored = await tx
    .insertInto("referral_shares")
    .values(row)
    .onConflict((conflict) => conflict.columns(["referee_id", "quarter"]).doNothing())
    .returning("referee_id")
    .executeTakeFirst();
  return stored !== undefined;
}
