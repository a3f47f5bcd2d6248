import { sql } from "kysely";
import { ADVISORY_LOCKS } from "../../platform/database/advisory-locks.ts";
import type { Transaction } from "../../platform/database/database.server.ts";

/** Waits for other nodes that start at the same time. The lock lasts until the transaction ends. */
export async function waitForTurn(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.olderPayments})`.execute(tx);
}

/** True if one of the accounts exists and has a balance, or entries that are not sealed yet. */
export async function hasBalance(tx: Transaction, accounts: readonly string[]): Promise<boolean> {
  const opened = await tx
    .selectFrom("ledger_accounts as account")
    .leftJoin("ledger_house_totals as total", "total.account_id", "account.id")
    .select(["account.id", "total.balance_minor"])
    .where("account.name", "in", accounts)
    .execute();
  if (opened.some((account) => account.balance_minor !== null && account.balance_minor !== 0n)) return true;
  if (opened.length === 0) return false;
  const unsealed = await tx
    .selectFrom("ledger_unsealed")
    .innerJoin("ledger_legs", "ledger_legs.entry_id", "ledger_unsealed.entry_id")
    .select("ledger_legs.entry_id")
    .where(
      "ledger_legs.account_id",
      "in",
      opened.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst();
  return unsealed !== undefined;
}

/** The company that the oldest payment belongs to, or null if there is no payment. */
export async function firstCompany(tx: Transaction): Promise<string | null> {
  const row = await tx
    .selectFrom("payments")
    .select("company")
    .orderBy("created_at")
    .orderBy("uuid")
    .limit(1)
    .executeTakeFirst();
  return row?.company ?? null;
}

/** Gives money and cases without a payment a company where they have none. */
export async function giveCompany(tx: Transaction, company: string): Promise<void> {
  for (const table of ["payment_sessions", "payment_cases"] as const)
    await tx
      .updateTable(table)
      .set({ company })
      .where("payment_uuid", "is", null)
      .where("company", "is", null)
      .execute();
}

/**
 * What the accounts hold of each company: the legs of its payments, found by the venues that they were ordered at, less
 * what was taken over before. `last` is the newest entry among them.
 */
export async function moneyByCompany(
  tx: Transaction,
  accounts: readonly string[],
  otherwise: string,
): Promise<{ company: string; account: string; minor: bigint; last: bigint }[]> {
  const { rows } = await sql<{ company: string; account: string; minor: bigint; last: bigint }>`
    select coalesce(entry.details ->> 'company', payment.company, lost.company, ${otherwise}) as company,
      account.name as account, sum(leg.amount_minor)::bigint as minor, max(entry.id)::bigint as last
    from ledger_accounts account
    join ledger_legs leg on leg.account_id = account.id
    join ledger_entries entry on entry.id = leg.entry_id
    left join payments payment on payment.uuid::text = entry.details ->> 'payment'
    left join (select reference, min(company) as company from payment_sessions where reference is not null group by reference) lost
      on lost.reference = entry.details ->> 'payment'
    where account.name in (${sql.join(accounts)})
    group by 1, 2 having sum(leg.amount_minor) <> 0 order by 1, 2`.execute(tx);
  return rows;
}
