import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sealEntries } from "../src/ledger/sealing.server.ts";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { settled } from "../test/app/bulk.ts";
import { fillLedger, memberAt } from "../test/app/filled-ledger.ts";
import { startPostgres, type TestPostgres } from "../test/support/postgres.ts";
import { createBenchDatabase } from "./bench-database.ts";
import { ratioOf, type Ratio } from "./ratio.ts";

const MEMBERS = Number(process.env["BENCH_MEMBERS_FEW"] ?? 10_000);
const MOVEMENTS = 2;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const CLIENTS = 8;
const TPC_B_SCALE = 10;
const AT = new Date("2026-11-21T19:30:00Z");

/**
 * A posting in SQL against a transaction of pgbench's TPC-B on the same PostgreSQL with fsync on. Fails if the ledger
 * does not verify afterwards.
 */
export async function postingsPerSecond(): Promise<Ratio> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const database = await openDatabase({ url: await createBenchDatabase(postgres, "bench_post") });
    await fillLedger(database, { members: MEMBERS, movements: MOVEMENTS, isWaiting: true }, AT);
    await settled(database);
    const pgbench = pgbenchOn(postgres);
    pgbench("bench_post", ["-q", "-i", "-s", String(TPC_B_SCALE)]);
    const dir = mkdtempSync(join(tmpdir(), "baize-bench-"));
    const script = join(dir, "posting.sql");
    writeFileSync(script, POSTING.replaceAll("MEMBERS", String(MEMBERS)));
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
  } finally {
    await postgres.stop();
  }
}

const POSTING = `\\set member random(1, MEMBERS)
\\set chance random(1, 1000000000000000)
select count(*) from ledger_post(jsonb_build_array(jsonb_build_object(
  'key', 'bench ' || :client_id || ' ' || :chance, 'kind', 'slots', 'asset', 'EP', 'at', '2026-11-21T19:30:00Z',
  'details', jsonb_build_object('site_id', 151), 'legs', jsonb_build_array(
    jsonb_build_object('account', 'EP/member/' || ${memberAt(0)} + :member, 'amount', '5'),
    jsonb_build_object('account', 'EP/house/slots/151', 'amount', '-5')))));
`;

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
  if (!(tps > 0)) throw new Error(`pgbench reported no speed: ${report}`);
  return tps;
}
