import { sql, type ExpressionBuilder, type Insertable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { GiftsTable, Tables } from "../../db/tables.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import type { Localized } from "../platform/schema.ts";

/** The holder of gifts: an account, and its membership if it has one. */
export type Holder = { accountId: string; membershipId: string | null };

export type StoredGift = Awaited<ReturnType<ReturnType<typeof giftRows>["execute"]>>[number];
export type GiftProduct = {
  id: string;
  label: Localized;
  description: Localized | null;
  legal_notice: Localized | null;
};

/** A gift's status at a given time. It does not depend on the job that stores what has become available or has expired. */
const statusAt = (now: Date) => sql<GiftsTable["status"]>`case
  when gifts.status in ('issued', 'available', 'reserved') and offers.cancelled_at is not null then 'cancelled'
  when gifts.status in ('issued', 'available', 'reserved') and offers.uses >= offers.use_limit then 'expired'
  when gifts.status in ('issued', 'available', 'reserved')
    and coalesce(gifts.expires_at, offers.expires_at) <= ${now}::timestamptz then 'expired'
  when gifts.status = 'issued' and gifts.available_from <= ${now}::timestamptz then 'available'
  when gifts.status = 'reserved' and gifts.reserved_until <= ${now}::timestamptz then 'available'
  else gifts.status end`;

export const membershipOfGift = sql<string | null>`coalesce(gifts.membership_id,
  (select accounts.playersplus_id from accounts where accounts.id = gifts.account_id))`;

export function giftRows(db: Db, now: Date) {
  return db
    .selectFrom("gifts")
    .innerJoin("offers", "offers.id", "gifts.offer_id")
    .select([
      "gifts.code",
      "gifts.campaign",
      "gifts.issued_at",
      "gifts.burned_at",
      "gifts.reserved_until",
      "gifts.expires_at",
      "gifts.available_from",
      "gifts.membership_id",
      "gifts.account_id",
      "offers.type",
      "offers.label",
      "offers.description",
      "offers.is_auth",
      "offers.is_authorised_ch",
      "offers.play_minor",
      "offers.play_currency",
      "offers.id as offer_id",
      "offers.use_limit",
      "offers.expires_at as offer_expires_at",
    ])
    .select(statusAt(now).as("status"))
    .select((of) => [
      jsonArrayFrom(
        of
          .selectFrom("offer_establishments")
          .innerJoin("establishments", "establishments.id", "offer_establishments.establishment_id")
          .whereRef("offer_establishments.offer_id", "=", "gifts.offer_id")
          .where("establishments.is_visible", "=", true)
          .orderBy("establishments.name")
          .select(["establishments.id", "establishments.name"]),
      ).as("establishments"),
      jsonArrayFrom(
        of
          .selectFrom("gift_lines")
          .innerJoin("offer_products", "offer_products.id", "gift_lines.product_id")
          .whereRef("gift_lines.code", "=", "gifts.code")
          .orderBy("offer_products.place")
          .select([
            "offer_products.id",
            "offer_products.label",
            "offer_products.description",
            "offer_products.legal_notice",
          ])
          .$castTo<GiftProduct>(),
      ).as("products"),
    ]);
}

/** A holder's gifts of one status, newest first; used ones since `since`. */
export async function giftsOfHolder(
  db: Db,
  holder: Holder,
  { status, now, since }: { status: "available" | "burned"; now: Date; since: Date },
): Promise<StoredGift[]> {
  let rows = giftRows(db, now).where(isHeldBy(holder)).where(statusAt(now), "=", status);
  if (status === "burned") rows = rows.where("gifts.burned_at", ">", since).orderBy("gifts.burned_at", "desc");
  return rows.orderBy("gifts.issued_at", "desc").orderBy("gifts.code").execute();
}

/** One of a holder's gifts, whatever its status; undefined for an unknown code or another holder's. */
export function giftOfHolder(db: Db, holder: Holder, code: string, now: Date): Promise<StoredGift | undefined> {
  return giftRows(db, now).where(isHeldBy(holder)).where("gifts.code", "=", code).executeTakeFirst();
}

/** Gifts of an account, and of its membership if it has one. */
export function isHeldBy({ accountId, membershipId }: Holder) {
  return (gift: ExpressionBuilder<Tables, "gifts" | "offers">) =>
    gift.or([
      gift("gifts.account_id", "=", accountId),
      ...(membershipId === null ? [] : [gift("gifts.membership_id", "=", membershipId)]),
    ]);
}

export async function isExcluded(db: Db, membershipId: string): Promise<boolean> {
  const row = await db
    .selectFrom("memberships")
    .select("excluded_since")
    .where("id", "=", membershipId)
    .executeTakeFirst();
  return row !== undefined && row.excluded_since !== null;
}

/** The codes and statuses of a holder's gifts, and the instants at which a status will change. */
export function giftStates(db: Db, column: "account_id" | "membership_id", id: string) {
  return db
    .selectFrom("gifts")
    .innerJoin("offers", "offers.id", "gifts.offer_id")
    .select(["gifts.code", "gifts.status", "gifts.available_from", "gifts.reserved_until"])
    .select((of) => of.fn.coalesce("gifts.expires_at", "offers.expires_at").as("expires_at"))
    .where(`gifts.${column}`, "=", id)
    .orderBy("gifts.code")
    .execute();
}

export async function isKnownCode(db: Db, code: string): Promise<boolean> {
  return (await db.selectFrom("gifts").select("code").where("code", "=", code).executeTakeFirst()) !== undefined;
}

/** Stores a gift; false if its code or its campaign key already exists. */
export async function insertGift(tx: Transaction, gift: Insertable<GiftsTable>): Promise<boolean> {
  const row = await tx
    .insertInto("gifts")
    .values(gift)
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .executeTakeFirst();
  return row !== undefined;
}

/** Copies the offer's present products as the gift's lines. */
export async function insertLines(tx: Transaction, code: string, offerId: string): Promise<void> {
  await tx
    .insertInto("gift_lines")
    .columns(["code", "product_id"])
    .expression((of) =>
      of
        .selectFrom("offer_products")
        .select([sql<string>`${code}::text`.as("code"), "id as product_id"])
        .where("offer_id", "=", offerId),
    )
    .execute();
}

export async function hasCampaignGift(tx: Transaction, campaignKey: string): Promise<boolean> {
  const row = await tx.selectFrom("gifts").select("code").where("campaign_key", "=", campaignKey).executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the statuses that have changed by the clock, at most `limit` of each kind. Returns the largest number of one kind, and the
 * memberships of the gifts.
 */
export async function storeDueStatuses(
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<{ most: number; membershipIds: string[] }> {
  const expire = (due: ReturnType<typeof sql>) =>
    sql<Stored>`
    update gifts set status = 'expired', reserved_until = null, reserved_site_id = null
    where code in (${due}) returning membership_id`.execute(tx);
  const living = sql`gifts.status in ('issued', 'available', 'reserved')`;
  const stored = [
    await expire(sql`select code from gifts where ${living} and expires_at <= ${now}::timestamptz
      order by code limit ${limit} for update skip locked`),
    await expire(sql`select gifts.code from offers join gifts on gifts.offer_id = offers.id
      where offers.expires_at <= ${now}::timestamptz and gifts.expires_at is null and ${living}
      order by gifts.code limit ${limit} for update of gifts skip locked`),
    await sql<Stored>`update gifts set status = 'available'
      where code in (select code from gifts where status = 'issued' and available_from <= ${now}::timestamptz
        order by code limit ${limit} for update skip locked)
      returning membership_id`.execute(tx),
  ];
  const holders = stored.flatMap(({ rows }) => rows.map(({ membership_id: id }) => id));
  return {
    most: Math.max(...stored.map(({ rows }) => rows.length)),
    membershipIds: [...new Set(holders.filter((id) => id !== null))],
  };
}

type Stored = { membership_id: string | null };
