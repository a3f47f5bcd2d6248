import type { Transaction } from "../platform/database/database.server.ts";
import { callPost, insertAccounts, type PostedRow } from "./queries.server.ts";

/**
 * An account by its name. A customer's has a stored balance, which may be held above a floor and below a limit for ever; a house
 * account takes the other side and has none.
 */
export type Account = { name: string; asset: string } & (
  | { kind: "customer"; floor?: bigint; limit?: bigint }
  | { kind: "house" }
);

/** What enters an account is positive. `least` is what this leg must leave on a customer's account. */
export type Leg = { account: string; amount: bigint; least?: bigint };

/**
 * One journal entry. `key` names it for ever: whoever posts it again gets the entry of then. `details` is what the poster wants
 * to read again, sealed with the rest: plain JSON without names of persons, because it outlives them (G78).
 */
export type Posting = {
  key: string;
  kind: string;
  asset: string;
  at: Date;
  details: Record<string, string | number | null>;
  legs: Leg[];
};

/** `balances` by the names of the customers' accounts, after this entry. */
export type Posted = { entryId: bigint; isNew: boolean; balances: Map<string, bigint> };
export type PostRefusal = { code: "BELOW_FLOOR" | "ABOVE_LIMIT"; posting: number; account: string; balance: bigint };

/** Opens accounts, each once; one that is open stays as it is. */
export async function openAccounts(tx: Transaction, accounts: Account[], at: Date): Promise<void> {
  const rows = accounts.map((account) => ({
    name: account.name,
    asset: account.asset,
    kind: account.kind,
    floor_minor: account.kind === "customer" && account.floor !== undefined ? String(account.floor) : null,
    limit_minor: account.kind === "customer" && account.limit !== undefined ? String(account.limit) : null,
    opened_at: at.toISOString(),
  }));
  await insertAccounts(tx, JSON.stringify(rows));
}

/**
 * Posts all of it or, where a leg would leave a customer's account below its floor or above its limit, none of it. One round
 * trip, however many; customers' rows are locked in one order. Of house accounts alone the same key may collide with another
 * transaction: run it as repeatable. A key that was posted with other legs is a broken invariant and throws (I5).
 */
export async function post(
  tx: Transaction,
  postings: Posting[],
): Promise<{ posted: Posted[] } | { refusal: PostRefusal }> {
  assertWhole(postings);
  const rows = await callPost(tx, JSON.stringify(postings.map(wireOf)));
  const refused = rows.find((row) => row.refusal !== null);
  if (refused !== undefined && refused.refusal !== null) {
    const { refusal: code, account, balance_minor: balance } = refused;
    return { refusal: { code, posting: refused.posting - 1, account, balance: balance ?? 0n } };
  }
  const byPosting = Map.groupBy(rows, (row) => row.posting);
  return { posted: postings.map((posting, at) => postedOf(posting, byPosting.get(at + 1) ?? [])) };
}

/** The database checks the same at every insert; here the error names the posting, before anything is sent (I1). */
function assertWhole(postings: Posting[]): void {
  if (new Set(postings.map(({ key }) => key)).size !== postings.length) throw new Error("A batch posts no key twice");
  for (const { key, legs } of postings) {
    const isWhole =
      legs.length >= 2 &&
      legs.every(({ amount }) => amount !== 0n) &&
      new Set(legs.map(({ account }) => account)).size === legs.length &&
      legs.reduce((total, { amount }) => total + amount, 0n) === 0n;
    if (!isWhole) throw new Error(`The legs of ${key} are not whole`);
  }
}

function wireOf({ key, kind, asset, at, details, legs }: Posting) {
  return {
    key,
    kind,
    asset,
    at: at.toISOString(),
    details,
    legs: legs.map(({ account, amount, least }) => ({
      account,
      amount: String(amount),
      ...(least === undefined ? {} : { least: String(least) }),
    })),
  };
}

function postedOf({ key, legs }: Posting, rows: PostedRow[]): Posted {
  const [first] = rows;
  const amounts = new Map(rows.map((row) => [row.account, row.amount_minor]));
  const isSame = rows.length === legs.length && legs.every(({ account, amount }) => amounts.get(account) === amount);
  if (first === undefined || first.entry_id === null || !isSame)
    throw new Error(`The key ${key} was posted with other legs`);
  const balances = rows.flatMap((row) =>
    row.balance_minor === null ? [] : [[row.account, row.balance_minor] as const],
  );
  return { entryId: first.entry_id, isNew: first.is_new, balances: new Map(balances) };
}
