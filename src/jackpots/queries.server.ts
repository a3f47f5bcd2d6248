import type { Selectable } from "kysely";
import type { JackpotsTable } from "../../db/tables.ts";
import type { Db } from "../platform/database/database.server.ts";

const LIST_MAX = 50;

const columns = ["site_slot", "site_id", "model", "amount_minor", "payment_date"] as const;
export type JackpotLine = Pick<Selectable<JackpotsTable>, (typeof columns)[number]>;

/** The newest jackpots, at most 50; of one machine where `slot` is given. */
export function latestJackpots(db: Db, siteId: number, slot?: number): Promise<JackpotLine[]> {
  const query = db.selectFrom("jackpots").select(columns).where("site_id", "=", siteId);
  return (slot === undefined ? query : query.where("site_slot", "=", slot))
    .orderBy("payment_date", "desc")
    .orderBy("id", "desc")
    .limit(LIST_MAX)
    .execute();
}

/** The highest jackpots since an instant, at most 50. */
export function topJackpots(db: Db, siteId: number, since: Date): Promise<JackpotLine[]> {
  return db
    .selectFrom("jackpots")
    .select(columns)
    .where("site_id", "=", siteId)
    .where("payment_date", ">=", since)
    .orderBy("amount_minor", "desc")
    .orderBy("payment_date", "desc")
    .orderBy("id", "desc")
    .limit(LIST_MAX)
    .execute();
}

export async function redistributedSince(db: Db, siteId: number, since: Date): Promise<bigint> {
  const row = await db
    .selectFrom("jackpots")
    .select(({ fn, cast }) => cast<bigint | null>(fn.sum("amount_minor"), "bigint").as("sum"))
    .where("site_id", "=", siteId)
    .where("payment_date", ">=", since)
    .executeTakeFirst();
  return row?.sum ?? 0n;
}

export async function liveAmount(db: Db, name: string): Promise<bigint | null> {
  const row = await db.selectFrom("live_jackpots").select("amount_minor").where("name", "=", name).executeTakeFirst();
  return row?.amount_minor ?? null;
}

export async function insertJackpot(tx: Db, jackpot: JackpotLine & { event_id: string }): Promise<bigint> {
  const row = await tx.insertInto("jackpots").values(jackpot).returning("id").executeTakeFirstOrThrow();
  return row.id;
}

export async function upsertLiveAmount(tx: Db, name: string, amountMinor: bigint, now: Date): Promise<void> {
  await tx
    .insertInto("live_jackpots")
    .values({ name, amount_minor: amountMinor, updated_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ amount_minor: amountMinor, updated_at: now }))
    .execute();
}
