import { sql } from "kysely";
import { inTransaction, type Database, type Transaction } from "../platform/database/database.server.ts";
import { sealHash, type EntryRow } from "./digest.ts";
import { countAll, entryRows, readAccounts, readSeals, unsealedRanges, type SealRow } from "./queries.server.ts";
import { FIRST_HASH } from "./sealing.server.ts";

const SEALS_AT_ONCE = 500;
const ENTRIES_AT_ONCE = 5_000;
const ACCOUNTS_AT_ONCE = 5_000;
/** Nobody reads more; what is behind them all is one thing. */
const PROBLEMS_MAX = 50;

/** The end of the chain; noted elsewhere, it is what a rewritten chain cannot show again. `hash` is hexadecimal. */
export type Head = { no: bigint; hash: string };

export type Verification = {
  entries: bigint;
  unsealed: bigint;
  accounts: bigint;
  head: Head | null;
  /** What customers hold, by asset; the house holds the opposite. */
  held: Map<string, bigint>;
  /** What is not as it was posted, in words for whoever looks after the database; empty where all is well. */
  problems: string[];
};

/**
 * Makes the whole ledger again from its rows and compares: every seal with its entries and the seal before it, every entry's
 * legs with zero and with one asset, every customer's balance with the sum of its legs, leg after leg, every house total. One
 * changed byte of what is sealed is found (I1, I2, I13). With `known`, the chain must still have that seal. Reads one snapshot, so
 * the house may go on posting.
 */
export function verifyLedger(database: Database, known: Head | null = null): Promise<Verification> {
  return inTransaction(database, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    return verifyIn(tx, known);
  });
}

/** The same of what one transaction sees. */
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

/** What the rows add up to so far. */
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
        book.problems.push(`Entry ${entry.id} has a leg on account ${leg.account_id} that cannot be`);
      if (leg.account_kind === "customer") moveCustomer(leg);
      else if (isSealed) add(book.houseTotals, leg.account_id, leg.amount_minor ?? 0n);
    }
    if (total !== 0n) book.problems.push(`Entry ${entry.id} does not sum to zero but to ${total}`);
    if (legs.length !== entry.leg_count || legs.some((leg) => leg.account_id === null))
      book.problems.push(`Entry ${entry.id} has not the ${entry.leg_count} legs it was posted with`);
  }

  function moveCustomer({ id, account_id, account, amount_minor, balance_minor }: EntryRow): void {
    const balance = add(book.balances, account_id ?? 0n, amount_minor ?? 0n);
    if (balance !== balance_minor)
      book.problems.push(`Entry ${id} says that ${account} held ${balance_minor}; its legs sum to ${balance}`);
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
  let isKnownMet = known === null;
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
        if (head.no === known?.no && head.hash === known.hash) isKnownMet = true;
      }
    }
    seals = await readSeals(tx, previous.no, SEALS_AT_ONCE);
  }
  if (!isKnownMet) book.problems.push(`The chain has no seal ${known?.no} with the hash ${known?.hash}`);
  return head;
}

function compareSeal(book: Book, seal: SealRow, previous: { no: bigint; hash: Uint8Array }, rows: EntryRow[]): void {
  const { no, ranges, entry_count: entryCount, previous_hash: previousHash, sealed_us: sealedUs } = seal;
  if (no !== previous.no + 1n) book.problems.push(`After seal ${previous.no} comes seal ${no}`);
  if (!isSame(previousHash, previous.hash)) book.problems.push(`Seal ${no} does not follow seal ${previous.no}`);
  const hash = sealHash({ no, ranges, entryCount, previousHash, sealedUs }, rows);
  if (!isSame(hash, seal.hash)) book.problems.push(`Seal ${no} does not fit its entries ${ranges}: one was changed`);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(other);
}

/** Seals that are read together: a busy house has one for every second. */
function bundles(seals: SealRow[]): SealRow[][] {
  const made: SealRow[][] = [];
  let room = 0;
  for (const seal of seals) {
    if (room < seal.entry_count) {
      made.push([]);
      room = ENTRIES_AT_ONCE;
    }
    made.at(-1)?.push(seal);
    room -= seal.entry_count;
  }
  return made;
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

/** What no seal and no queue names, and legs of no entry, would else be seen by nobody. */
async function compareCounts(tx: Transaction, book: Book, unsealed: bigint): Promise<void> {
  const counted = await countAll(tx);
  if (counted.entries !== book.entries)
    book.problems.push(
      `${counted.entries} entries are stored; seals and the ${unsealed} to be sealed name ${book.entries}`,
    );
  if (counted.legs !== book.legs)
    book.problems.push(`${counted.legs} legs are stored; the entries that are named have ${book.legs}`);
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
        book.problems.push(`Account ${account.name} is stored with ${stored}; its legs sum to ${summed}`);
    }
    isMore = accounts.length === ACCOUNTS_AT_ONCE;
  }
}
