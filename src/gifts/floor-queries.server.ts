import { sql, type Insertable } from "kysely";
import type { FreePlayDaysTable, GiftRedemptionsTable } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import { membershipOfGift, giftRows } from "./queries.server.ts";

/** A gift and its holder's membership, as the floor API needs them. */
export function giftAtFloor(tx: Transaction, code: string, now: Date) {
  return giftRows(tx, now)
    .leftJoin("memberships", "memberships.id", membershipOfGift as never)
    .select([
      "memberships.id as member_id",
      "memberships.status as member_status",
      "memberships.excluded_since as member_excluded_since",
    ])
    .where("gifts.code", "=", code)
    .executeTakeFirst();
}

/** The membership that holds an unused play credit; null for other gifts and for a holder who is no member. */
export async function holderOfPlayCredit(db: Db, code: string): Promise<string | null> {
  const found = await db
    .selectFrom("gifts")
    .innerJoin("offers", "offers.id", "gifts.offer_id")
    .select(membershipOfGift.as("id"))
    .where("gifts.code", "=", code)
    .where("gifts.status", "<>", "burned")
    .where("offers.play_minor", "is not", null)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Where the floor asks, and under which rules. */
export type FloorPlace = {
  siteId: number;
  establishmentId: number;
  takesUnauthorised: boolean;
  currency: "EUR" | "CHF";
};

/** True if the floor may burn a gift, as one SQL condition on status, time, venue, membership and exclusion. */
function isUsable(place: FloorPlace, now: Date) {
  return sql<boolean>`
    (gifts.status = 'available'
      or (gifts.status = 'issued' and gifts.available_from <= ${now}::timestamptz)
      or (gifts.status = 'reserved' and gifts.reserved_until <= ${now}::timestamptz))
    and ${isAllowed(place, now)}`;
}

function isAllowed({ establishmentId, takesUnauthorised, currency }: FloorPlace, now: Date) {
  return sql<boolean>`coalesce(gifts.expires_at, offers.expires_at, 'infinity') > ${now}::timestamptz
    and offers.cancelled_at is null
    and exists (select 1 from offer_establishments
      where offer_establishments.offer_id = offers.id
        and offer_establishments.establishment_id = ${establishmentId})
    and (${takesUnauthorised} or offers.is_authorised_ch)
    and (offers.play_currency is null or offers.play_currency = ${currency})
    and (not offers.is_auth or exists (select 1 from memberships
      where memberships.id = ${membershipOfGift} and memberships.status = 'active'))
    and not exists (select 1 from memberships
      where memberships.id = ${membershipOfGift} and memberships.excluded_since is not null)`;
}

/** available → reserved by this site; false if the gift is not usable now and here. */
export async function reserveGift(
  tx: Transaction,
  code: string,
  place: FloorPlace,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update gifts set status = 'reserved', reserved_until = ${until}, reserved_site_id = ${place.siteId}
    from offers
    where gifts.code = ${code} and offers.id = gifts.offer_id and ${isUsable(place, now)}
    returning gifts.code`.execute(tx);
  return rows.length > 0;
}

/**
 * available, or reserved by this site → burned. A single conditional update, so that exactly one of any number of concurrent
 * callers on any number of nodes succeeds (decision 0024). False for all others.
 */
export async function burnGift(tx: Transaction, code: string, place: FloorPlace, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update gifts set status = 'burned', burned_at = ${now}, reserved_until = null, reserved_site_id = null
    from offers
    where gifts.code = ${code} and offers.id = gifts.offer_id
      and (${isUsable(place, now)}
        or (gifts.status = 'reserved' and gifts.reserved_site_id = ${place.siteId} and ${isAllowed(place, now)}))
    returning gifts.code`.execute(tx);
  return rows.length > 0;
}

export async function insertBurn(tx: Transaction, burn: Insertable<GiftRedemptionsTable>): Promise<void> {
  await tx.insertInto("gift_redemptions").values(burn).execute();
}

/** Reverses the burn at this site and gaming day, and makes the gift available again; false if there is no such burn. */
export async function reverseBurn(
  tx: Transaction,
  code: string,
  { siteId, gamingDay, eventId, now }: { siteId: number; gamingDay: string; eventId: string; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable("gift_redemptions")
    .set({ reversed_at: now, reversal_event_id: eventId })
    .where("code", "=", code)
    .where("site_id", "=", siteId)
    .where("gaming_day", "=", gamingDay)
    .where("reversed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (ended === undefined) return false;
  await tx
    .updateTable("gifts")
    .set({ status: "available", burned_at: null })
    .where("code", "=", code)
    .where("status", "=", "burned")
    .execute();
  return true;
}

type PlayDay = Pick<FreePlayDaysTable, "holder" | "country" | "gaming_day">;

/** Adds play credits to a holder's gaming day; false if that would exceed the cap. */
export async function takePlay(tx: Transaction, day: PlayDay, minor: bigint, cap: bigint): Promise<boolean> {
  if (minor > cap) return false;
  const row = await tx
    .insertInto("free_play_days")
    .values({ ...day, played_minor: minor })
    .onConflict((conflict) =>
      conflict
        .columns(["holder", "country", "gaming_day"])
        .doUpdateSet({ played_minor: sql`free_play_days.played_minor + excluded.played_minor` })
        .where(sql<boolean>`free_play_days.played_minor + excluded.played_minor <= ${cap}`),
    )
    .returning("holder")
    .executeTakeFirst();
  return row !== undefined;
}

/** Subtracts play credits from a gaming day. */
export async function givePlayBack(tx: Transaction, day: PlayDay, minor: bigint): Promise<void> {
  await tx
    .updateTable("free_play_days")
    .set({ played_minor: sql`played_minor - ${minor}` })
    .where("holder", "=", day.holder)
    .where("country", "=", day.country)
    .where("gaming_day", "=", day.gaming_day)
    .execute();
}

/** Locks a holder's gaming day, in the same order as a burn, so that the two cannot deadlock. */
export async function lockPlay(tx: Transaction, day: PlayDay): Promise<void> {
  await tx
    .selectFrom("free_play_days")
    .select("holder")
    .where("holder", "=", day.holder)
    .where("country", "=", day.country)
    .where("gaming_day", "=", day.gaming_day)
    .forNoKeyUpdate()
    .execute();
}
