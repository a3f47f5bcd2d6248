import { sql } from "kysely";
import type { Db, Transaction } from "../../platform/database/database.server.ts";
import type { Country } from "../../venues/contract.ts";

/** The site's own offers, newest first, with the numbers of issued and used gifts. */
export function offersOfProject(db: Db, projectId: number, limit: number) {
  return withCounts(db)
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function offerOfProject(db: Db, projectId: number, id: string) {
  return withCounts(db).where("project_id", "=", projectId).where("id", "=", id).executeTakeFirst();
}

function withCounts(db: Db) {
  return db
    .selectFrom("offers")
    .selectAll()
    .select([
      sql<bigint>`(select count(*) from gifts where gifts.offer_id = offers.id)`.as("issued"),
      sql<bigint>`(select count(*) from gifts where gifts.offer_id = offers.id and gifts.status = 'burned')`.as(
        "burned",
      ),
    ])
    .where("target", "is not", null);
}

export type OperatorOffer = NonNullable<Awaited<ReturnType<typeof offerOfProject>>>;

/** The burns of an offer's gifts, newest first. */
export function burnsOf(db: Db, offerId: string, limit: number) {
  return db
    .selectFrom("gift_redemptions")
    .innerJoin("gifts", "gifts.code", "gift_redemptions.code")
    .select([
      "gift_redemptions.id",
      "gift_redemptions.code",
      "gift_redemptions.site_id",
      "gift_redemptions.burned_at",
      "gift_redemptions.gaming_day",
      "gift_redemptions.reversed_at",
    ])
    .where("gifts.offer_id", "=", offerId)
    .orderBy("gift_redemptions.burned_at", "desc")
    .orderBy("gift_redemptions.id", "desc")
    .limit(limit)
    .execute();
}

/** Ends an offer; undefined if it has already ended or belongs to another site. */
export function endOffer(tx: Transaction, projectId: number, id: string, now: Date) {
  return tx
    .updateTable("offers")
    .set({ cancelled_at: now })
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("target", "is not", null)
    .where("cancelled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
}

/** Cancels the unused gifts of an ended offer, at most `limit`, and returns their holders. */
export async function endGifts(
  tx: Transaction,
  offerId: string,
  now: Date,
  limit: number,
): Promise<{ membership_id: string | null; account_id: string | null }[]> {
  const { rows } = await sql<{ membership_id: string | null; account_id: string | null }>`
    update gifts set status = 'cancelled', cancelled_at = ${now}, reserved_until = null, reserved_site_id = null
    where code in (select code from gifts
      where offer_id = ${offerId} and status in ('issued', 'available', 'reserved')
      order by code limit ${limit} for update)
    returning membership_id, account_id`.execute(tx);
  return rows;
}

/** Offers that are neither ended nor expired, and may have new members to reach. */
export async function runningOffers(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("offers")
    .select("id")
    .where("target", "is not", null)
    .where("cancelled_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Members in an operator offer's audience who have not got it yet: active, not known to be excluded, with a home site in one of
 * the countries. At most `limit`, ordered by id, starting after `after`. Null if the offer has ended.
 */
export async function audienceOf(
  db: Db,
  offerId: string,
  { countries, after, limit }: { countries: readonly Country[]; after: string; limit: number },
): Promise<{ id: string; country: Country }[] | null> {
  const offer = await db
    .selectFrom("offers")
    .select(["target", "target_site_id", "target_membership_id"])
    .where("id", "=", offerId)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  if (offer === undefined || offer.target === null) return null;
  const { rows } = await sql<{ id: string; country: Country }>`
    select memberships.id, establishments.country from memberships
    join establishments on establishments.site_id = memberships.home_site_id
    where memberships.status = 'active' and excluded_since is null and memberships.id > ${after}
      and establishments.country in (${sql.join(countries)})
      and (${offer.target === "all"} or home_site_id = ${offer.target_site_id} or memberships.id = ${offer.target_membership_id})
      and not exists (select 1 from gifts
        where gifts.campaign_key = 'offer:' || ${offerId}::text || ':' || memberships.id)
    order by memberships.id limit ${limit}`.execute(db);
  return rows;
}

/** Locks a running offer, so that no gift is given while somebody ends it; undefined if it has ended. */
export function lockRunning(tx: Transaction, offerId: string) {
  return tx
    .selectFrom("offers")
    .select(["available_from"])
    .where("id", "=", offerId)
    .where("cancelled_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Counts one use of an offer; false if its limit of uses is reached. */
export async function takeUse(tx: Transaction, offerId: string): Promise<boolean> {
  const row = await tx
    .updateTable("offers")
    .set({ uses: sql<number>`uses + 1` })
    .where("id", "=", offerId)
    .where((where) => where.or([where("use_limit", "is", null), where("uses", "<", where.ref("use_limit"))]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function giveUseBack(tx: Transaction, offerId: string): Promise<void> {
  await tx
    .updateTable("offers")
    .set({ uses: sql<number>`greatest(uses - 1, 0)` })
    .where("id", "=", offerId)
    .execute();
}

/** Locks an offer, in the same order as a burn, so that the two cannot deadlock. */
export async function lockOffer(tx: Transaction, offerId: string): Promise<void> {
  await tx.selectFrom("offers").select("id").where("id", "=", offerId).forNoKeyUpdate().executeTakeFirst();
}
