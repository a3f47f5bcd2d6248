import { sql, type Insertable } from "kysely";
import type { LedgerSealsTable } from "../../db/tables.ts";
import { ADVISORY_LOCKS } from "../platform/database/advisory-locks.ts";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import type { EntryRow } from "./digest.ts";

export type PostedRow = {
  posting: number;
  entry_id: bigint | null;
  is_new: boolean;
  account: string;
  amount_minor: bigint;
  balance_minor: bigint | null;
  refusal: "BELOW_FLOOR" | "ABOVE_LIMIT" | null;
};

/** Calls `ledger_post` of the migrations with a JSON array of postings. */
export async function callPost(tx: Transaction, asked: string): Promise<PostedRow[]> {
  const result = await sql<PostedRow>`
    select posting, entry_id, is_new, account, amount_minor, balance_minor, refusal
    from ledger_post(${asked}::jsonb) order by posting`.execute(tx);
  return result.rows;
}

/**
 * Opens the accounts that are not open yet. Each name is looked up by a subquery of its own: the planner overestimates
 * the number of names and would turn a join into a scan of the index.
 */
export async function insertAccounts(tx: Transaction, accounts: string): Promise<void> {
  await sql`
    insert into ledger_accounts (name, asset, kind, balance_minor, floor_minor, limit_minor, opened_at)
    select asked.name, asked.asset, asked.kind, case when asked.kind = 'customer' then 0 end,
      asked.floor_minor, asked.limit_minor, asked.opened_at
    from jsonb_to_recordset(${accounts}::jsonb) as asked (
      name text, asset text, kind text, floor_minor bigint, limit_minor bigint, opened_at timestamptz)
    where (select opened.id from ledger_accounts opened where opened.name = asked.name) is null
    order by asked.name
    on conflict (name) do nothing`.execute(tx);
}

/** Locks a customer account's row and returns its balance, or null if the account does not exist. */
export async function lockBalance(tx: Transaction, name: string): Promise<bigint | null> {
  const row = await tx
    .selectFrom("ledger_accounts")
    .select("balance_minor")
    .where("name", "=", name)
    .where("kind", "=", "customer")
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.balance_minor ?? null;
}

export async function readBalance(db: Db, name: string): Promise<bigint | null> {
  const row = await db
    .selectFrom("ledger_accounts")
    .select("balance_minor")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.balance_minor ?? null;
}

type PageRow = {
  id: bigint;
  key: string;
  kind: string;
  details: Record<string, unknown>;
  posted_at: Date;
  amount_minor: bigint;
  balance_minor: bigint | null;
};

/** A customer account's legs with their entries, newest first. Runs `ledger_page`; its migration explains why. */
export async function readLegs(
  db: Db,
  page: { account: string; before: bigint | null; limit: number },
): Promise<PageRow[]> {
  const result = await sql<PageRow>`
    select id, key, kind, details, posted_at, amount_minor, balance_minor
    from ledger_page(${page.account}, ${page.before}::bigint, ${page.limit}::integer) order by id desc`.execute(db);
  return result.rows;
}

/** The legs of the entry with this key. */
export async function legsOfKey(db: Db, key: string) {
  return db
    .selectFrom("ledger_entries as entry")
    .innerJoin("ledger_legs as leg", "leg.entry_id", "entry.id")
    .innerJoin("ledger_accounts as account", "account.id", "leg.account_id")
    .select(["entry.id", "entry.kind", "entry.details", "entry.posted_at"])
    .select(["account.name as account", "leg.amount_minor", "leg.balance_minor"])
    .where("entry.key", "=", key)
    .execute();
}

/** Tries to take the sealing lock until the transaction ends. Only one caller at a time gets true. */
export async function claimSealing(tx: Transaction): Promise<boolean> {
  const result = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.sealing}) as mine`.execute(tx);
  return result.rows[0]?.mine === true;
}

export async function hasUnsealed(db: Db): Promise<boolean> {
  const row = await db.selectFrom("ledger_unsealed").select("entry_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes up to `limit` unsealed entries and returns their ids as ranges, or null if there are none. Lowest ids first, so
 * that the entries of an account are sealed in the order in which they moved it.
 */
export async function takeUnsealed(tx: Transaction, limit: number): Promise<{ ranges: string; count: number } | null> {
  const result = await sql<{ ranges: string | null; count: number }>`
    with taken as (
      delete from ledger_unsealed
      where ctid = any (array(select ctid from ledger_unsealed order by entry_id limit ${limit}))
      returning entry_id
    )
    select range_agg(int8range(entry_id, entry_id + 1))::text as ranges, count(*)::integer as count
    from taken`.execute(tx);
  const [row] = result.rows;
  return row === undefined || row.ranges === null ? null : { ranges: row.ranges, count: row.count };
}

/** Every stored value of the entries in `ranges`: one row per leg, in the order of the digest. */
export async function entryRows(db: Db, ranges: string): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`
    select entry.id, entry.key, entry.kind, entry.asset, entry.details::text as details, entry.leg_count,
      ${micros(sql`entry.posted_at`)} as posted_us,
      leg.account_id, leg.amount_minor, leg.balance_minor,
      account.name as account, account.kind as account_kind, account.asset as account_asset,
      ${micros(sql`account.opened_at`)} as opened_us
    from ledger_entries entry
    left join ledger_legs leg on leg.entry_id = entry.id
    left join ledger_accounts account on account.id = leg.account_id
    where entry.id >= lower(${ranges}::int8multirange) and entry.id < upper(${ranges}::int8multirange)
      and ${ranges}::int8multirange @> entry.id
    order by entry.id, leg.account_id`.execute(db);
  return result.rows;
}

const micros = (instant: ReturnType<typeof sql>) => sql<bigint>`(extract(epoch from ${instant}) * 1000000)::bigint`;

export type SealRow = {
  no: bigint;
  ranges: string;
  entry_count: number;
  previous_hash: Uint8Array;
  hash: Uint8Array;
  sealed_us: bigint;
};

/** Seals with a number above `after`, in order. */
export async function readSeals(db: Db, after: bigint, limit: number): Promise<SealRow[]> {
  const result = await sql<SealRow>`
    select no, entries::text as ranges, entry_count, previous_hash, hash, ${micros(sql`sealed_at`)} as sealed_us
    from ledger_seals where no > ${after} order by no limit ${limit}`.execute(db);
  return result.rows;
}

export async function lastSeal(db: Db): Promise<{ no: bigint; hash: Uint8Array } | undefined> {
  return db.selectFrom("ledger_seals").select(["no", "hash"]).orderBy("no", "desc").limit(1).executeTakeFirst();
}

export async function insertSeal(tx: Transaction, seal: Insertable<LedgerSealsTable>): Promise<void> {
  await sql`
    insert into ledger_seals (no, entries, entry_count, previous_hash, hash, sealed_at)
    values (${seal.no}, ${seal.entries}::int8multirange, ${seal.entry_count}, ${seal.previous_hash}, ${seal.hash},
      ${seal.sealed_at})`.execute(tx);
}

/** Adds the legs of internal accounts in newly sealed entries to their totals. */
export async function addHouseTotals(tx: Transaction, ranges: string): Promise<void> {
  await sql`
    insert into ledger_house_totals as total (account_id, balance_minor)
    select leg.account_id, sum(leg.amount_minor)::bigint
    from ledger_legs leg
    where leg.entry_id >= lower(${ranges}::int8multirange) and leg.entry_id < upper(${ranges}::int8multirange)
      and ${ranges}::int8multirange @> leg.entry_id and leg.balance_minor is null
    group by leg.account_id
    on conflict (account_id) do update set balance_minor = total.balance_minor + excluded.balance_minor`.execute(tx);
}

/** The ids of the unsealed entries, as ranges. */
export async function unsealedRanges(db: Db): Promise<{ ranges: string | null; count: bigint }> {
  const result = await sql<{ ranges: string | null; count: bigint }>`
    select range_agg(int8range(entry_id, entry_id + 1))::text as ranges, count(*) as count
    from ledger_unsealed`.execute(db);
  return result.rows[0] ?? { ranges: null, count: 0n };
}

export type Counted = { entries: bigint; legs: bigint };

export async function countAll(db: Db): Promise<Counted> {
  const result = await sql<Counted>`
    select (select count(*) from ledger_entries) as entries, (select count(*) from ledger_legs) as legs`.execute(db);
  return result.rows[0] ?? { entries: 0n, legs: 0n };
}

/** Accounts with their stored balance: a customer account's own, or an internal account's total up to the last seal. */
export function readAccounts(db: Db, after: bigint, limit: number) {
  return db
    .selectFrom("ledger_accounts as account")
    .leftJoin("ledger_house_totals as total", "total.account_id", "account.id")
    .select([
      "account.id",
      "account.name",
      "account.asset",
      "account.kind",
      "account.balance_minor",
      "total.balance_minor as total_minor",
    ])
    .where("account.id", ">", after)
    .orderBy("account.id")
    .limit(limit)
    .execute();
}
