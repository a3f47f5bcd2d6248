import { sql } from "kysely";
import type { AmlMovementsTable, AmlTotalsTable } from "../../../db/tables.ts";
import type { Db, Transaction } from "../../platform/database/database.server.ts";

/** A person's gaming day in a country and currency, over all its venues. */
export type PersonDay = {
  membershipId: string;
  country: AmlTotalsTable["country"];
  currency: AmlTotalsTable["currency"];
  gamingDay: string;
};
export type MovementKind = AmlMovementsTable["kind"];

/** Adds a movement to the record and returns the day's total. Null if a movement with this key was added before. */
export async function addMovement(
  tx: Transaction,
  { membershipId, country, currency, gamingDay }: PersonDay,
  { siteId, kind, minor, key, at }: { siteId: number; kind: MovementKind; minor: bigint; key: string; at: Date },
): Promise<bigint | null> {
  const { rows } = await sql<{ total_minor: bigint }>`
    with added as (
      insert into aml_movements (membership_id, site_id, gaming_day, kind, amount_minor, currency, moved_at, key)
      values (${membershipId}, ${siteId}, ${gamingDay}, ${kind}, ${minor}, ${currency}, ${at}, ${key})
      on conflict (key) do nothing
      returning membership_id, currency, gaming_day, amount_minor
    )
    insert into aml_totals (membership_id, country, currency, gaming_day, total_minor)
    select membership_id, ${country}, currency, gaming_day, amount_minor from added
    on conflict (membership_id, country, currency, gaming_day) do update
    set total_minor = aml_totals.total_minor + excluded.total_minor
    returning total_minor`.execute(tx);
  return rows[0]?.total_minor ?? null;
}

/** The gaming days up to this one, `count` in all: their total, the highest of them, and whether one has an alert about several days. */
export async function daysUpTo(
  tx: Transaction,
  { membershipId, country, currency, gamingDay }: PersonDay,
  count: number,
): Promise<{ total: bigint; highest: bigint; isStructured: boolean }> {
  const { rows } = await sql<{ total: bigint; highest: bigint; isStructured: boolean }>`
    select sum(total_minor)::bigint as total, max(total_minor) as highest,
      bool_or(structured_at is not null) as "isStructured"
    from aml_totals
    where membership_id = ${membershipId} and country = ${country} and currency = ${currency}
      and gaming_day between ${gamingDay}::date - ${count - 1}::int and ${gamingDay}::date`.execute(tx);
  return rows[0] ?? { total: 0n, highest: 0n, isStructured: false };
}

export async function markAlert(
  tx: Transaction,
  { membershipId, country, currency, gamingDay }: PersonDay,
  column: "alerted_at" | "structured_at",
  at: Date,
): Promise<void> {
  await tx
    .updateTable("aml_totals")
    .set({ [column]: at })
    .where("membership_id", "=", membershipId)
    .where("country", "=", country)
    .where("currency", "=", currency)
    .where("gaming_day", "=", gamingDay)
    .execute();
}

/** What a member has topped up at a site in a gaming day, in minor units. */
export async function toppedUp(
  db: Db,
  { membershipId, siteId, gamingDay }: { membershipId: string; siteId: number; gamingDay: string },
): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as total from aml_movements
    where membership_id = ${membershipId} and gaming_day = ${gamingDay} and site_id = ${siteId} and kind = 'bank_credit'`.execute(
    db,
  );
  return rows[0]?.total ?? 0n;
}

/** The venue whose movement record is read, and how many days an alert about several days looks back. */
export type RecordPlace = Pick<PersonDay, "country" | "currency"> & { siteId: number; lookBack: number };
export type MovementFilter = {
  onlyAlerts: boolean;
  from: string | null;
  to: string | null;
  membershipId: string | null;
};
export type MovementDay = {
  membership_id: string;
  gaming_day: string;
  lastname: string | null;
  firstname: string | null;
  birthday: string | null;
  /** Moved at this venue, in minor units. */
  here_minor: bigint;
  total_minor: bigint;
  alerted_at: Date | null;
  structured_at: Date | null;
};

/**
 * Gaming days of persons who moved money at a venue, newest first: that day, or for an alert about several days within them. Asked
 * about one person, all their days in the country if they ever moved money here.
 */
export async function movementDays(
  db: Db,
  { siteId, country, currency, lookBack }: RecordPlace,
  { onlyAlerts, from, to, membershipId }: MovementFilter,
  limit: number,
): Promise<MovementDay[]> {
  const back = sql`case when total.structured_at is null then 0 else ${lookBack}::int end`;
  const isHere =
    membershipId === null
      ? sql`and gaming_day between total.gaming_day - ${back} and total.gaming_day`
      : sql`and total.membership_id = ${membershipId}`;
  const { rows } = await sql<MovementDay>`
    select total.membership_id, total.gaming_day, lastname, firstname, birthday, total_minor, alerted_at, structured_at,
      (
        select coalesce(sum(amount_minor), 0)::bigint from aml_movements
        where membership_id = total.membership_id and gaming_day = total.gaming_day and site_id = ${siteId}
          and currency = total.currency
      ) as here_minor
    from aml_totals as total
    join memberships on memberships.id = total.membership_id
    where total.country = ${country} and total.currency = ${currency}
      and (not ${onlyAlerts} or alerted_at is not null or structured_at is not null)
      and total.gaming_day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
      and exists (
        select from aml_movements where membership_id = total.membership_id and site_id = ${siteId} ${isHere}
      )
    order by total.gaming_day desc, total_minor desc, total.membership_id
    limit ${limit}`.execute(db);
  return rows;
}

/** A person's movements at a venue, newest first. */
export function movementsAt(
  db: Db,
  siteId: number,
  { from, to, membershipId }: MovementFilter & { membershipId: string },
  limit: number,
) {
  let rows = db
    .selectFrom("aml_movements")
    .select(["id", "gaming_day", "kind", "amount_minor", "moved_at"])
    .where("membership_id", "=", membershipId)
    .where("site_id", "=", siteId);
  if (from !== null) rows = rows.where("gaming_day", ">=", from);
  if (to !== null) rows = rows.where("gaming_day", "<=", to);
  return rows.orderBy("moved_at", "desc").orderBy("id", "desc").limit(limit).execute();
}
