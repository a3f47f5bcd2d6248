import type { Transaction } from "../platform/database/database.server.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import type { World } from "../platform/world.ts";
import { legsOfKey, lockBalance, readBalance, readLegs } from "./queries.server.ts";

const ENTRY_MAX = 9_223_372_036_854_775_807n;

type WithDatabase = Pick<World, "database">;

/** One line of a customer account's statement. `amount` and the `balance` after it are in minor units. */
export type Movement = {
  entryId: bigint;
  key: string;
  kind: string;
  details: Record<string, unknown>;
  at: Date;
  amount: bigint;
  balance: bigint;
};

/** The balance of a customer account in minor units, or null if it was never opened. */
export function balanceOf(world: WithDatabase, account: string): Promise<bigint | null> {
  return readBalance(world.database.db, account);
}

/** Like `balanceOf`, and locks the account: other postings to it wait until the transaction ends. */
export function lockedBalance(tx: Transaction, account: string): Promise<bigint | null> {
  return lockBalance(tx, account);
}

/**
 * A page of a customer account's statement, newest first. `before` is the entry id to continue from, so that every page
 * costs the same. `next` is the `before` of the following page, or null at the end.
 */
export async function statementPage(
  world: WithDatabase,
  { account, before, size }: { account: string; before: bigint | null; size: number },
): Promise<{ movements: Movement[]; next: bigint | null }> {
  const rows = await readLegs(world.database.db, { account, before, limit: size + 1 });
  const movements = rows.slice(0, size).map((row) => ({
    entryId: row.id,
    key: row.key,
    kind: row.kind,
    details: row.details,
    at: row.posted_at,
    amount: row.amount_minor,
    balance: row.balance_minor ?? 0n,
  }));
  return { movements, next: rows.length > size ? (movements.at(-1)?.entryId ?? null) : null };
}

const WHOLE_PAGE = 500;

/** Every movement of a customer account, newest first. Amounts are decimal strings. */
export async function wholeStatement(world: WithDatabase, account: string): Promise<object[]> {
  const all: object[] = [];
  let before: bigint | null = null;
  do {
    const page: Awaited<ReturnType<typeof statementPage>> = await statementPage(world, {
      account,
      before,
      size: WHOLE_PAGE,
    });
    for (const { kind, details, at, amount, balance } of page.movements)
      all.push({ at, kind, ...details, amount: decimalOfMinor(amount), balance: decimalOfMinor(balance) });
    before = page.next;
  } while (before !== null);
  return all;
}

/**
 * An entry by its key, with its legs; null if the key was never posted. `balance` is that of the account after the entry, null for
 * accounts that store none.
 */
export async function entryOfKey(tx: Transaction, key: string) {
  const legs = await legsOfKey(tx, key);
  const [first] = legs;
  if (first === undefined) return null;
  const { id: entryId, kind, details, posted_at: at } = first;
  return {
    entryId,
    kind,
    details,
    at,
    legs: legs.map(({ account, amount_minor: amount, balance_minor: balance }) => ({ account, amount, balance })),
  };
}

/** The number of an entry as an address gives it, where a statement continues; null for anything else. */
export function entryNumber(text: string | null): bigint | null {
  if (text === null || !/^\d{1,19}$/.test(text)) return null;
  const number = BigInt(text);
  return number > ENTRY_MAX ? null : number;
}
