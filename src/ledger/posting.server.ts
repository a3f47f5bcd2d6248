import type { Transaction } from "../platform/database/database.server.ts";
import { callPost, insertAccounts, type PostedRow } from "./queries.server.ts";

/**
 * A ledger account, identified by its name. A customer account has a stored balance, which the database can keep above
 * `floor` and below `limit`. An internal account (kind "house") is the other side of a posting and has neither.
 */
export type Account = { name: string; asset: string } & (
  | { kind: "customer"; floor?: bigint; limit?: bigint }
  | { kind: "house" }
);

/**
 * One line of an entry. A positive amount enters the account. `least` is the balance that this leg must leave on a
 * customer account.
 */
type Leg = { account: string; amount: bigint; least?: bigint };

/**
 * One journal entry. `key` identifies it for ever: posting the same key again returns the first entry. `details` is
 * part of the sealed bytes and stays when a member is erased: plain JSON without names of persons.
 */
export type Posting = {
  key: string;
  kind: string;
  asset: string;
  at: Date;
  details: Record<string, string | number | null>;
  legs: Leg[];
};

/** `balances` maps the names of customer accounts to their balance after this entry. */
export type Posted = { entryId: bigint; isNew: boolean; balances: Map<string, bigint> };
export type PostRefusal = { code: "BELOW_FLOOR" | "ABOVE_LIMIT"; posting: number; account: string; balance: bigint };

/** Opens accounts. An account that exists already stays unchanged. */
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
 * Posts all entries in one round trip, or none if a leg would leave a customer account below its floor or above its
 * limit. Customer rows are locked in one fixed order, which avoids deadlocks. Entries between internal accounts only
 * have no row lock, so two transactions may collide on a key: run those with `isRepeatable`. Throws if a key was posted
 * before with other legs.
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

/** The database checks the same on insert. Checking here first gives an error that names the posting. */
function assertWhole(postings: Posting[]): void {
  if (new Set(postings.map(({ key }) => key)).size !== postings.length)
    throw new Error("A batch must not contain a key twice");
  for (const { key, legs } of postings) {
    const isWhole =
      legs.length >= 2 &&
      legs.every(({ amount }) => amount !== 0n) &&
      new Set(legs.map(({ account }) => account)).size === legs.length &&
      legs.reduce((total, { amount }) => total + amount, 0n) === 0n;
    if (!isWhole)
      throw new Error(
        `The legs of ${key} are not whole: they must be two or more, non-zero, one per account, and sum to zero`,
      );
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
