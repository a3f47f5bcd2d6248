import { randomUUID } from "node:crypto";
import { accountOf } from "../src/loyalty/balance/lots.server.ts";
import { post } from "../src/ledger/posting.server.ts";
import { balanceOf, statementPage } from "../src/ledger/reading.server.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database/database.server.ts";
import { settled } from "../test/app/bulk.ts";
import { fillLedger, LONG_LIFE, longLifeAt, memberAt } from "../test/app/filled-ledger.ts";
import { startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { allowLargeFill, createBenchDatabase } from "./bench-database.ts";
import type { Ratio } from "./ratio.ts";
import { scansOf } from "./scans.ts";
import { growth, placeOf } from "./side-by-side.ts";

/** Postings of the large and of the small ledger. Each is a journal entry of two legs. */
const MANY = Number(process.env["BENCH_POSTINGS_MANY"] ?? 10_000_000);
const FEW = Number(process.env["BENCH_POSTINGS_FEW"] ?? 100_000);
const MOVEMENTS = 10;
/** The same number in both ledgers, so that the 200th page is equally deep in both. */
const LONG_LIVES = 10;
const PAGE_SIZE = 20;
const PAGES = 200;
const AT = new Date("2026-11-21T19:30:00Z");

type Book = { database: Database; url: string; members: number; lastPages: (bigint | null)[] };

/**
 * The slowdown from 100,000 to 10 million postings on one PostgreSQL with fsync on: a posting, a balance, the first
 * and the 200th page of a statement. Also whether any of them scans a whole table.
 */
export async function ledgerGrowth(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    await allowLargeFill(postgres);
    const books = [await bookOf(postgres, "bench_few", FEW), await bookOf(postgres, "bench_many", MANY)] as const;
    const scans = await scansOf(books.map(({ url }) => url));
    const small = { ...books[0], database: await openDatabase(books[0]) };
    const large = { ...books[1], database: await openDatabase(books[1]) };
    const sides = { large, small };
    const ratios = [
      await growth(named("balance"), sides, ({ database, members }, at) =>
        balanceOf({ database }, accountOf(memberAt(placeOf(at, members)))),
      ),
      await growth(named("statement, first page"), sides, (book, at) => pageOf(book, at, null)),
      await growth(named(`statement, page ${PAGES}`), sides, (book, at) =>
        pageOf(book, at, book.lastPages[at % LONG_LIVES] ?? null),
      ),
      await growth(named("posting"), sides, postOne),
    ];
    await Promise.all([large, small].map(({ database }) => database.close()));
    return [...ratios, await scans()];
  } finally {
    await postgres.stop();
  }
}

const named = (what: string) => `${what}: ${MANY} postings / ${FEW}`;

async function bookOf(postgres: TestPostgres, name: string, postings: number): Promise<Book> {
  const url = await createBenchDatabase(postgres, name);
  const database = await openDatabase({ url });
  const members = (postings - LONG_LIVES * LONG_LIFE) / MOVEMENTS;
  await fillLedger(database, { members, movements: MOVEMENTS, longLives: LONG_LIVES }, AT);
  await settled(database);
  const book: Book = { database, url, members, lastPages: [] };
  for (let at = 0; at < LONG_LIVES; at += 1) book.lastPages.push(await cursorOfLastPage(book, at));
  await database.close();
  return book;
}

async function cursorOfLastPage(book: Book, at: number): Promise<bigint | null> {
  let before: bigint | null = null;
  for (let page = 1; page < PAGES; page += 1) before = (await pageOf(book, at, before)).next;
  return before;
}

async function pageOf({ database }: Book, at: number, before: bigint | null) {
  const account = accountOf(longLifeAt(1 + (at % LONG_LIVES)));
  const page = await statementPage({ database }, { account, before, size: PAGE_SIZE });
  if (page.movements.length !== PAGE_SIZE) throw new Error("A page of the statement is incomplete");
  return page;
}

function postOne({ database, members }: Book, at: number) {
  const legs = [
    { account: accountOf(memberAt(placeOf(at, members))), amount: 5n },
    { account: "EP/house/slots/151", amount: -5n },
  ];
  const posting = { kind: "slots", asset: "EP", at: AT, details: { site_id: 151 }, legs };
  return inTransaction(database, (tx) => post(tx, [{ ...posting, key: `floor/151/earnings/${randomUUID()}` }]));
}
