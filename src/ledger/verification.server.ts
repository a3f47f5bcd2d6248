import { sql } from "kysely";
import { inTransaction, type Database, type Transaction } from "../platform/database/database.server.ts";
import { sealHash, type EntryRow } from "./digest.ts";
import { countAll, entryRows, readAccounts, readSeals, unsealedRanges, type SealRow } from "./queries.server.ts";
import { FIRST_HASH } from "./sealing.server.ts";

const SEALS_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 5_000;
const ACCOUNTS_AT_ONCE = 5_000;
/** Enough to see what is wrong; one fault often causes many problems. */
const PROBLEMS_MAX = 50;

/**
 * The last seal of the chain; `hash` is hexadecimal. A head that was noted elsewhere proves that the chain was not
 * rewritten.
 */
export type Head = { no: bigint; hash: string };

export type Verification = {
  entries: bigint;
  unsealed: bigint;
  accounts: bigint;
  head: Head | null;
  /** The sum of all customer balances in minor units, by asset. Internal accounts hold the opposite. */
  held: Map<string, bigint>;
  /** What is wrong, in words for an administrator; empty if the ledger verifies. */
  problems: string[];
};

/**
 * Recomputes the whole ledger from its rows and compares: each seal with its entries and with the seal before it, each
 * entry's legs with zero and one asset, each customer balance with the sum of its legs, and each total of an internal
 * account. It finds any changed byte of a sealed entry. With `known`, the chain must still contain that seal. Reads one
 * snapshot, so postings may continue meanwhile.
 */
export function verifyLedger(database: Database, known: Head | null = null): Promise<Verification> {
  return inTransaction(database, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return verifyIn(tx, known);
  });
}

/** Verifies what one transaction sees. */
export async function verifyIn(tx: Transaction, known: Head | null = null): Promise<Verification> {
  const book = openBook();
  const head = await walkSeals(tx, book, known);
  const unsealed = await unsealedRanges(tx);
  if (unsealed.ranges !== null) book.takeEntries(await entryRows(tx, unsealed.ranges), { isSealed: false });
  await compareCounts(tx, book, unsealed.count);
  await compareAccounts(tx, book);
  const { entries, accounts, held, problems } = book;
  return { entries, unsealed: unsealed.count, accounts, head, held, problems: problems.slice(0, PROBLEMS_MAX) };
}

type Book = ReturnType<typeof openBook>;

/** Collects the sums and problems while the rows are read. */
function openBook() {
  const book = {
    entries: 0n,
    legs: 0n,
    accounts: 0n,
    problems: [] as string[],
    held: new Map<string, bigint>(),
    balances: new Map<bigint, bigint>(),
    houseTotals: new Map<bigint, bigint>(),
    takeEntries(rows: EntryRow[], { isSealed }: { isSealed: boolean }): void {
      for (const legs of Map.groupBy(rows, (row) => row.id).values()) takeEntry(legs, isSealed);
    },
  };

  function takeEntry(legs: EntryRow[], isSealed: boolean): void {
    const [entry] = legs;
    if (entry === undefined) return;
    book.entries += 1n;
    let total = 0n;
    for (const leg of legs) {
      if (leg.account_id === null) continue;
      book.legs += 1n;
      total += leg.amount_minor ?? 0n;
      if (leg.account === null || leg.account_asset !== entry.asset || leg.amount_minor === 0n)
        book.problems.push(`Entry ${entry.id} has an invalid leg on account ${leg.account_id}`);
      if (leg.account_kind === "customer") moveCustomer(leg);
      else if (isSealed) add(book.houseTotals, leg.account_id, leg.amount_minor ?? 0n);
    }
    if (total !== 0n) book.problems.push(`Entry ${entry.id} sums to ${total} instead of zero`);
    if (legs.length !== entry.leg_count || legs.some((leg) => leg.account_id === null))
      book.problems.push(`Entry ${entry.id} does not have the ${entry.leg_count} legs it was posted with`);
  }

  function moveCustomer({ id, account_id, account, amount_minor, balance_minor }: EntryRow): void {
    const balance = add(book.balances, account_id ?? 0n, amount_minor ?? 0n);
    if (balance !== balance_minor)
      book.problems.push(
        `Entry ${id} records a balance of ${balance_minor} for ${account}; its legs sum to ${balance}`,
      );
  }
  return book;
}

function add<Key>(sums: Map<Key, bigint>, key: Key, amount: bigint): bigint {
  const sum = (sums.get(key) ?? 0n) + amount;
  sums.set(key, sum);
  return sum;
}

async function walkSeals(tx: Transaction, book: Book, known: Head | null): Promise<Head | null> {
  let head: Head | null = null;
  let previous: { no: bigint; hash: Uint8Array } = { no: 0n, hash: FIRST_HASH };
  let isKnownFound = known === null;
  for (let seals = await readSeals(tx, 0n, SEALS_AT_ONCE); seals.length > 0;) {
    for (const bundle of bundles(seals)) {
      const rows = await entryRows(tx, joined(bundle));
      const byEntry = Map.groupBy(rows, (row) => row.id);
      for (const seal of bundle) {
        const sealed = idsOf(seal.ranges).flatMap((id) => byEntry.get(id) ?? []);
        compareSeal(book, seal, previous, sealed);
        book.takeEntries(sealed, { isSealed: true });
        previous = seal;
        head = { no: seal.no, hash: Buffer.from(seal.hash).toString("hex") };
        if (head.no === known?.no && head.hash === known.hash) isKnownFound = true;
      }
    }
    seals = await readSeals(tx, previous.no, SEALS_AT_ONCE);
  }
  if (!isKnownFound) book.problems.push(`The chain has no seal ${known?.no} with the hash ${known?.hash}`);
  return head;
}

function compareSeal(book: Book, seal: SealRow, previous: { no: bigint; hash: Uint8Array }, rows: EntryRow[]): void {
  const { no, ranges, entry_count: entryCount, previous_hash: previousHash, sealed_us: sealedUs } = seal;
  if (no !== previous.no + 1n) book.problems.push(`Seal ${previous.no} is followed by seal ${no}`);
  if (!isSame(previousHash, previous.hash)) book.problems.push(`Seal ${no} does not follow seal ${previous.no}`);
  const hash = sealHash({ no, ranges, entryCount, previousHash, sealedUs }, rows);
  if (!isSame(hash, seal.hash))
    book.problems.push(`Seal ${no} does not match its entries ${ranges}: an entry was changed`);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

/** Groups seals so that their entries are read together; a busy installation has one seal per second. */
function bundles(seals: SealRow[]): SealRow[][] {
  const groups: SealRow[][] = [];
  let left = 0;
  for (const seal of seals) {
    if (left < seal.entry_count) {
      groups.push([]);
      left = ENTRIES_AT_ONCE;
    }
    groups.at(-1)?.push(seal);
    left -= seal.entry_count;
  }
  return groups;
}

/** Ranges such as {[1,4)} and {[6,7)} as one: {[1,4),[6,7)}. */
function joined(seals: SealRow[]): string {
  return `{${seals.map(({ ranges }) => ranges.slice(1, -1)).join(",")}}`;
}

function idsOf(ranges: string): bigint[] {
  return Array.from(ranges.matchAll(/\[(\d+),(\d+)\)/g)).flatMap(([, from = "0", to = "0"]) =>
    Array.from({ length: Number(BigInt(to) - BigInt(from)) }, (_, at) => BigInt(from) + BigInt(at)),
  );
}

/** Finds entries that no seal or queue names, and legs without an entry; the walk over the seals misses them. */
async function compareCounts(tx: Transaction, book: Book, unsealed: bigint): Promise<void> {
  const counted = await countAll(tx);
  if (counted.entries !== book.entries)
    book.problems.push(
      `${counted.entries} entries are stored; the seals and the ${unsealed} unsealed name ${book.entries}`,
    );
  if (counted.legs !== book.legs)
    book.problems.push(`${counted.legs} legs are stored; the named entries have ${book.legs}`);
}

async function compareAccounts(tx: Transaction, book: Book): Promise<void> {
  for (let after = 0n, isMore = true; isMore;) {
    const accounts = await readAccounts(tx, after, ACCOUNTS_AT_ONCE);
    for (const account of accounts) {
      after = account.id;
      book.accounts += 1n;
      const isCustomer = account.kind === "customer";
      const stored = (isCustomer ? account.balance_minor : account.total_minor) ?? 0n;
      const summed = (isCustomer ? book.balances : book.houseTotals).get(account.id) ?? 0n;
      if (isCustomer) add(book.held, account.asset, stored);
      if (stored !== summed)
        book.problems.push(`Account ${account.name} has a stored balance of ${stored}; its legs sum to ${summed}`);
    }
    isMore = accounts.length === ACCOUNTS_AT_ONCE;
  }
}
