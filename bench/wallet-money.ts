import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { openAccounts, post, type Posting } from "../src/ledger/posting.server.ts";
import { sealEntries } from "../src/ledger/sealing.server.ts";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database/database.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import { startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { ratioOf, type Ratio } from "./ratio.ts";

const SETTLEMENTS = 500;
const BATCH = 100;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const INTERNAL_ACCOUNTS = 16;
const CLIENTS = 8;
const POSTINGS = Number(process.env["BENCH_POSTINGS"] ?? 1_600);
const AT = new Date("2026-11-21T19:30:00Z");
/** A ratio of speeds becomes a ratio of costs: ten times as fast is a tenth of the cost. */
const BATCH_BUDGET = 1 / 10;
const INTERNAL_BUDGET = 1 / 0.85;

/**
 * Contention on the ledger: credits of one wallet in batches of a hundred against one by one, and postings against
 * one internal account against sixteen. Rounds of A B B A, fsync on.
 */
export async function walletMoney(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const database = await ledgerOn(postgres);
    const ratios = [await batches(database), await oneInternalAccount(database)];
    await sealEntries({ database, now: () => AT });
    const { problems } = await verifyLedger(database);
    await database.close();
    if (problems.length > 0) throw new Error(`The ledger does not verify: ${problems[0]}`);
    return ratios;
  } finally {
    await postgres.stop();
  }
}

async function batches(database: Database): Promise<Ratio> {
  const alone = () => credits(database, 1);
  const together = () => credits(database, BATCH);
  const { a, b } = await interleaved(together, alone, SETTLEMENTS);
  return ratioOf("a credit of one wallet, in batches of 100 / one by one", {
    a,
    b,
    budget: BATCH_BUDGET,
    unit: "µs",
    times: b / a,
  });
}

async function credits(database: Database, size: number): Promise<void> {
  for (let done = 0; done < SETTLEMENTS; done += size) {
    const postings = Array.from({ length: size }, () => credit("internal:0", "wallet:0"));
    await inTransaction(database, (tx) => post(tx, postings));
  }
}

async function oneInternalAccount(database: Database): Promise<Ratio> {
  const side = (internals: number) => () => postings(database, internals);
  const { a, b } = await interleaved(side(1), side(INTERNAL_ACCOUNTS), POSTINGS);
  return ratioOf("a posting against one internal account / against sixteen", {
    a,
    b,
    budget: INTERNAL_BUDGET,
    unit: "µs",
  });
}

/** Each client has a wallet of its own, so that they share only the internal accounts. */
async function postings(database: Database, internals: number): Promise<void> {
  let left = POSTINGS;
  async function client(at: number): Promise<void> {
    while (left-- > 0) {
      const one = credit(`internal:${left % internals}`, `wallet:${at + 1}`);
      await inTransaction(database, (tx) => post(tx, [one]));
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
}

function credit(from: string, to: string): Posting {
  const legs = [
    { account: from, amount: -100n },
    { account: to, amount: 100n },
  ];
  return { key: randomUUID(), kind: "top-up", asset: "EUR", at: AT, details: {}, legs };
}

/** The lower quartile of the microseconds per posting of each side. */
async function interleaved(
  a: () => Promise<void>,
  b: () => Promise<void>,
  count: number,
): Promise<{ a: number; b: number }> {
  const times = { a: [] as number[], b: [] as number[] };
  const leg = async (work: () => Promise<void>, into: number[]) => {
    const started = performance.now();
    await work();
    into.push(((performance.now() - started) * 1_000) / count);
  };
  await leg(a, []);
  await leg(b, []);
  for (let round = 0; round < ROUNDS; round += 1) {
    await leg(a, times.a);
    await leg(b, times.b);
    await leg(b, times.b);
    await leg(a, times.a);
  }
  return { a: lowerQuartile(times.a), b: lowerQuartile(times.b) };
}

function lowerQuartile(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length / 4)] ?? 0;
}

async function ledgerOn(postgres: TestPostgres): Promise<Database> {
  const admin = await openDatabase({ url: postgres.url("postgres") });
  await sql`create database bench_wallet`.execute(admin.db);
  await admin.close();
  const database = await openDatabase({ url: postgres.url("bench_wallet") });
  await migrate(database);
  const customers = Array.from({ length: CLIENTS + 1 }, (_, at) => ({
    name: `wallet:${at}`,
    asset: "EUR",
    kind: "customer" as const,
  }));
  const internals = Array.from({ length: INTERNAL_ACCOUNTS }, (_, at) => ({
    name: `internal:${at}`,
    asset: "EUR",
    kind: "house" as const,
  }));
  await inTransaction(database, (tx) => openAccounts(tx, [...customers, ...internals], AT));
  return database;
}
