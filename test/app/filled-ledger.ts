import { sql } from "kysely";
import { inTransaction, type Database, type Transaction } from "../../src/platform/database/database.server.ts";
import { withoutIndexes } from "./bulk.ts";

export const LONG_LIFE = 4_200;
const FIRST_MEMBER = 10_000_000;
const FIRST_LONG_LIFE = 90_000_000;
const CENTS = 100;

export type LedgerSize = {
  members: number;
  /** Earnings per member. */
  movements: number;
  /** Accounts with LONG_LIFE movements each, spread over the whole ledger. */
  longLives?: number;
  /** Whether the entries wait for their seal. Otherwise they look as if a seal covered them. */
  isWaiting?: boolean;
};

/** The membership id of the nth filled member, from 1. */
export const memberAt = (place: number): string => String(FIRST_MEMBER + place);
export const longLifeAt = (place: number): string => String(FIRST_LONG_LIFE + place);

/**
 * Fills an empty ledger as years of earnings would: each entry has its leg on the group's side, and each balance is
 * what posting would have left. It inserts whole sets with triggers off, because posting ten million entries would
 * take a day. It makes no seals: hashing would take as long again, and only the verifier reads them.
 */
export async function fillLedger(database: Database, size: LedgerSize, at: Date): Promise<void> {
  await inTransaction(database, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await withoutIndexes(tx, ["ledger_accounts", "ledger_entries", "ledger_legs"], () => fill(tx, size, at));
  });
}

async function fill(tx: Transaction, { members, movements, longLives = 0, isWaiting = false }: LedgerSize, at: Date) {
  const long = longLives * LONG_LIFE;
  const total = members * movements + long;
  // Every `step`th entry belongs to an account with a long life.
  const step = long === 0 ? total + 1 : Math.floor(total / long);
  await sql`
    insert into ledger_accounts (id, name, asset, kind, balance_minor, opened_at) overriding system value
    select 1, 'EP/house/slots/151', 'EP', 'house', null, ${at}::timestamptz
    union all
    select 1 + n, 'EP/member/' || ${FIRST_MEMBER}::bigint + n, 'EP', 'customer', ${movements * CENTS}::bigint, ${at}
    from generate_series(1, ${members}::int) n
    union all
    select 1 + ${members}::int + n, 'EP/member/' || ${FIRST_LONG_LIFE}::bigint + n, 'EP', 'customer',
      ${LONG_LIFE * CENTS}::bigint, ${at}
    from generate_series(1, ${longLives}::int) n`.execute(tx);
  await sql`
    insert into ledger_entries (id, key, kind, asset, details, leg_count, posted_at) overriding system value
    select n, 'floor/151/earnings/' || md5(n::text), 'slots', 'EP', '{"site_id": 151}', 2, ${at}::timestamptz
    from generate_series(1, ${total}::int) n`.execute(tx);
  await sql`
    insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
    select n, leg.account, leg.amount, leg.balance
    from generate_series(1, ${total}::int) n
    cross join lateral (
      select n % ${step}::int = 0 and n / ${step} <= ${long}::int as is_long, n / ${step} - 1 as nth,
        n - least(n / ${step}, ${long}) - 1 as nth_of_members
    ) as place
    cross join lateral (values
      (1, ${-CENTS}::bigint, null),
      (
        case when is_long then 2 + ${members}::int + nth % greatest(${longLives}::int, 1)
          else 2 + nth_of_members % ${members} end,
        ${CENTS}::bigint,
        ${CENTS}::bigint * case when is_long then nth / greatest(${longLives}, 1) + 1
          else nth_of_members / ${members} + 1 end
      )
    ) as leg (account, amount, balance)`.execute(tx);
  if (isWaiting) await sql`insert into ledger_unsealed select generate_series(1, ${total}::int)`.execute(tx);
  for (const table of ["ledger_accounts", "ledger_entries"])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.id(table)}))`.execute(
      tx,
    );
}
