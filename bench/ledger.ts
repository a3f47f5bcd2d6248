import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openAccounts, post } from "../src/ledger/posting.server.ts";
import { balanceOf, statementPage } from "../src/ledger/reading.server.ts";
import { sealEntries } from "../src/ledger/sealing.server.ts";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database.server.ts";
import { migrate } from "../src/platform/migrations.server.ts";
import { startPostgres, type TestPostgres } from "../test/postgres.ts";
import { ratioOf, type Ratio } from "./ratio.ts";

/** Memberships of the small and of the large book; each has two movements, and one member has a long life. */
const FEW = Number(process.env["BENCH_MEMBERS_FEW"] ?? 10_000);
const MANY = Number(process.env["BENCH_MEMBERS"] ?? 1_000_000);
const LONG_LIFE = 4_200;
const PAGE_SIZE = 20;
const PAGES = 200;
const READS = 100;
const ROUNDS = 3;
const GROWTH_MAX = 1.2;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const CLIENTS = 8;
const TPC_B_SCALE = 10;
const AT = new Date("2026-11-21T19:30:00Z");

/** What a large book makes slower: a balance, the first and the 200th page of a statement, a posting. */
export async function ledgerGrowth(): Promise<Ratio[]> {
  return onPostgres(async (postgres) => {
    const large = await bookOf(postgres, "bench_many", MANY);
    const small = await bookOf(postgres, "bench_few", FEW);
    const last = { large: await cursorOfLastPage(large), small: await cursorOfLastPage(small) };
    const read = (page: "first" | "last", database: Database) =>
      statementPage(
        { database },
        {
          account: "EP/member/long",
          before: page === "first" ? null : database === large ? last.large : last.small,
          size: PAGE_SIZE,
        },
      );
    const measured: [string, (database: Database, index: number) => Promise<unknown>][] = [
      ["balance", (database) => balanceOf({ database }, "EP/member/long")],
      ["statement, first page", (database) => read("first", database)],
      [`statement, page ${PAGES}`, (database) => read("last", database)],
      ["posting", (database, index) => postOne(database, index)],
    ];
    const ratios: Ratio[] = [];
    for (const [name, work] of measured) {
      const { a, b } = await compared(large, small, work);
      ratios.push(ratioOf(`${name}: ${MANY} members / ${FEW}`, { a, b, budget: GROWTH_MAX, unit: "ms" }));
    }
    await large.close();
    await small.close();
    return ratios;
  });
}

/**
 * A posting in SQL against a transaction of pgbench's TPC-B on the same PostgreSQL with fsync on. The speed counts only where the
 * ledger verifies afterwards.
 */
export async function postingsPerSecond(): Promise<Ratio> {
  return onPostgres(async (postgres) => {
    const database = await bookOf(postgres, "bench_post", FEW);
    const pgbench = pgbenchOn(postgres);
    pgbench("bench_post", ["-q", "-i", "-s", String(TPC_B_SCALE)]);
    const dir = mkdtempSync(join(tmpdir(), "baize-bench-"));
    const script = join(dir, "posting.sql");
    writeFileSync(script, POSTING.replaceAll("MEMBERS", String(FEW)));
    const run = (options: string[]) =>
      tpsOf(pgbench("bench_post", ["-n", "-M", "prepared", "-c", String(CLIENTS), "-T", String(SECONDS), ...options]));
    const [ours, theirs] = [() => run(["-f", script]), () => run([])];
    ours();
    theirs();
    const speeds = { a: ours(), b: 0 };
    speeds.b = (theirs() + theirs()) / 2;
    speeds.a = (speeds.a + ours()) / 2;
    rmSync(dir, { recursive: true });
    await sealEntries({ database, now: () => AT });
    const { problems } = await verifyLedger(database);
    await database.close();
    if (problems.length > 0) throw new Error(`The ledger does not verify: ${problems[0]}`);
    const perTransaction = { a: 1_000_000 / speeds.a, b: 1_000_000 / speeds.b };
    return ratioOf("posting / TPC-B", { ...perTransaction, budget: 1, unit: "µs", postings_per_second: speeds.a });
  });
}

const POSTING = `\\set member random(1, MEMBERS)
\\set chance random(1, 1000000000000000)
select count(*) from ledger_post(jsonb_build_array(jsonb_build_object(
  'key', 'bench ' || :client_id || ' ' || :chance, 'kind', 'slots', 'asset', 'EP', 'at', '2026-11-21T19:30:00Z',
  'details', jsonb_build_object('site_id', 151), 'legs', jsonb_build_array(
    jsonb_build_object('account', 'EP/member/' || :member, 'amount', '5'),
    jsonb_build_object('account', 'EP/house/slots', 'amount', '-5')))));
`;

async function onPostgres<Result>(work: (postgres: TestPostgres) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

/** A ledger of so many members, made as a restored backup would be: row by row would take an hour. */
async function bookOf(postgres: TestPostgres, name: string, members: number): Promise<Database> {
  const server = await openDatabase({ url: postgres.url("postgres") });
  await sql`create database ${sql.id(name)}`.execute(server.db);
  await server.close();
  const database = await openDatabase({ url: postgres.url(name) });
  await migrate(database);
  await inTransaction(database, async (tx) => {
    await openAccounts(tx, [{ name: "EP/house/slots", asset: "EP", kind: "house" }], AT);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into ledger_accounts (name, asset, kind, balance_minor, opened_at)
      select 'EP/member/' || n, 'EP', 'customer', 200, ${AT}::timestamptz from generate_series(1, ${members}::int) n
      union all select 'EP/member/long', 'EP', 'customer', ${LONG_LIFE}::int * 100, ${AT}::timestamptz`.execute(tx);
    // Two evenings of everybody, in between the many of one; each entry has its leg on the house's side.
    await sql`
      insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
      select 'filled ' || n, 'slots', 'EP', '{"site_id": 151}', 2, ${AT}::timestamptz
      from generate_series(1, ${members}::int * 2 + ${LONG_LIFE}::int) n order by n`.execute(tx);
    await sql`
      with placed as (
        select entry.id, row_number() over (order by entry.id) as n from ledger_entries entry
      ), owned as (
        select id, n, n % (${members}::int * 2 / ${LONG_LIFE}::int + 1) = 0 and n / (${members}::int * 2 / ${LONG_LIFE}::int + 1) <= ${LONG_LIFE}::int as is_long
        from placed
      ), shared as (
        select id, is_long, row_number() over (partition by is_long order by id) as n from owned
      )
      insert into ledger_legs (entry_id, account_id, amount_minor, balance_minor)
      select shared.id, account.id, 100, case when is_long then n * 100 else 100 + 100 * (n > ${members}::int)::int end
      from shared join ledger_accounts account
        on account.name = 'EP/member/' || case when is_long then 'long' else ((n - 1) % ${members} + 1)::text end
      union all
      select shared.id, house.id, -100, null from shared join ledger_accounts house on house.name = 'EP/house/slots'`.execute(
      tx,
    );
    await sql`insert into ledger_unsealed select id from ledger_entries`.execute(tx);
  });
  for (const table of ["ledger_accounts", "ledger_entries", "ledger_legs"])
    await sql`vacuum analyze ${sql.id(table)}`.execute(database.db);
  return database;
}

async function cursorOfLastPage(database: Database): Promise<bigint | null> {
  let before: bigint | null = null;
  for (let page = 1; page < PAGES; page += 1)
    before = (await statementPage({ database }, { account: "EP/member/long", before, size: PAGE_SIZE })).next;
  return before;
}

let posted = 0;

function postOne(database: Database, index: number) {
  const legs = [
    { account: `EP/member/${(index % FEW) + 1}`, amount: 5n },
    { account: "EP/house/slots", amount: -5n },
  ];
  const key = `measured ${(posted += 1)}`;
  return inTransaction(database, (tx) =>
    post(tx, [{ key, kind: "slots", asset: "EP", at: AT, details: { site_id: 151 }, legs }]),
  );
}

/** The lower quartile of each side's milliseconds a call, in rounds of A B B A: what else runs can only add. */
async function compared(
  large: Database,
  small: Database,
  work: (database: Database, index: number) => Promise<unknown>,
): Promise<{ a: number; b: number }> {
  const times = { a: [] as number[], b: [] as number[] };
  async function leg(database: Database, into: number[]): Promise<void> {
    for (let index = 0; index < READS; index += 1) {
      const started = performance.now();
      await work(database, index);
      into.push(performance.now() - started);
    }
  }
  await leg(large, []);
  await leg(small, []);
  for (let round = 0; round < ROUNDS; round += 1) {
    await leg(large, times.a);
    await leg(small, times.b);
    await leg(small, times.b);
    await leg(large, times.a);
  }
  return { a: lowerQuartile(times.a), b: lowerQuartile(times.b) };
}

function lowerQuartile(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor(values.length / 4)] ?? 0;
}

function pgbenchOn(postgres: TestPostgres) {
  const program = ["/usr/lib/postgresql/15/bin/pgbench", "pgbench"].find(
    (name) => spawnSync(name, ["--version"]).status === 0,
  );
  if (program === undefined) throw new Error("This bench needs pgbench (Debian: postgresql-contrib)");
  return (database: string, options: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, [...options, postgres.url(database)], { encoding: "utf8" });
    if (status !== 0) throw new Error(`pgbench failed: ${stderr}`);
    return stdout;
  };
}

function tpsOf(report: string): number {
  const tps = Number(/^tps = ([\d.]+)/m.exec(report)?.[1]);
  if (!(tps > 0)) throw new Error(`pgbench told no speed: ${report}`);
  return tps;
}
