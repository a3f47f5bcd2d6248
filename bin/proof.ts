import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * `npm run proof [-- what …]`: the long tests, which take from minutes to hours. Without a name it runs all but `failover`. Names:
 * - `seeds [count] [from]`: the simulator of payments, 20,000 seeds in two processes;
 * - `mutations [name …]`: puts bugs into the source one by one, each of which the simulator or the race tests must find;
 * - `kills [count]`: kill -9 of nodes and of PostgreSQL during top-ups, 200 times;
 * - `vectors`: script injection in every text of a venue, on more pages than `npm test` covers;
 * - `rounds`: the daily round over the registers of exclusions, by two nodes of which one dies, with members of whom a register does
 *   not know;
 * - `restore`: a backup taken during top-ups, restored and reconciled with the bank;
 * - `attacks`: floods and sprays of log-ins, text messages that somebody earns by, known against unknown addresses; also
 *   `npm run bench -- flood`, which needs a quiet machine;
 * - `faults [seconds]`: a database that stands still for 60 seconds under load, a stop in each job, wrong secrets, migrations under a
 *   long transaction; this mode, `attacks` and `rounds` print a table: what was attacked or failed, what was tried, what came out;
 * - `failover [count]`: a Patroni cluster whose leader is killed during top-ups (needs the packages named in docs/operating.md);
 * - anything else is a filter for the test runner, with many more cases, steps and callers (test/support/proof.ts). Tests that
 * otherwise run on PostgreSQL only also run on PGlite. Timing tests (known against unknown addresses, right against wrong PINs)
 * use 2,000 pairs; set PROOF_PAIRS for fewer.
 */
const SEEDS = 20_000;
const PROCESSES = 2;
const QUIETLY = ["--disable-warning=ExperimentalWarning"];
const simulator = join("test", "simulator");

const FAULTS = [
  "test/wallet/frozen-database.test.ts",
  "test/app/stop-in-jobs.test.ts",
  "test/app/start-problems.test.ts",
  "src/platform/database/migrations.server.test.ts",
];

const ATTACKS = ["test/accounts/attacks.test.ts", "test/accounts/enumeration.test.ts"];

const [what, ...rest] = process.argv.slice(2);
const modes: Record<string, () => Promise<boolean>> = {
  seeds: () => seeds(Number(rest[0] ?? SEEDS), Number(rest[1] ?? 1)),
  mutations: async () => run("node", [...QUIETLY, join(simulator, "show-mutations.ts"), ...rest]),
  kills: async () => tests(["test/wallet/kills.test.ts", "-t", "kill -9"], { KILLS: rest[0] ?? "200" }),
  vectors: async () => vectors(),
  rounds: async () => table(() => tests(["test/protection/exclusion-nodes.test.ts"])),
  restore: async () => tests(["test/wallet/restore.test.ts"]),
  attacks: async () => table(() => every(tests(ATTACKS), homeUnderFlood())),
  faults: async () => table(() => tests(FAULTS, { FROZEN_SECONDS: rest[0] ?? "60" })),
  failover: async () => tests(["test/wallet/failover.test.ts"], { FAILOVERS: rest[0] ?? "2" }),
};

if (what === undefined) {
  // Failover needs programs that npm does not install, so it runs only when named.
  const passed =
    table(() => every(tests([]), homeUnderFlood())) &&
    vectors() &&
    (await seeds(SEEDS, 1)) &&
    run("node", [...QUIETLY, join(simulator, "show-mutations.ts")]);
  process.exit(passed ? 0 : 1);
}
const mode = modes[what];
process.exit((await (mode === undefined ? tests([what, ...rest]) : mode())) ? 0 : 1);

function tests(filters: string[], environment: Record<string, string> = {}): boolean {
  return run("vitest", ["run", ...filters], { PROOF: "1", ...environment });
}

/** Prints the rows that the tests noted (test/support/attack-rows.ts) as one table. */
function table(run: () => boolean): boolean {
  const rows = join(mkdtempSync(join(tmpdir(), "baize-rows-")), "rows");
  process.env["PROOF_ROWS"] = rows;
  const isPassed = run();
  const noted = existsSync(rows) ? readFileSync(rows, "utf8") : "";
  process.stdout.write(`\n| attack or fault | tried | came out |\n| --- | --- | --- |\n${noted}`);
  rmSync(dirname(rows), { recursive: true });
  return isPassed;
}

/** Home beside a flood of log-ins, on a running site. It notes its rows itself. */
function homeUnderFlood(): boolean {
  return run("node", [...QUIETLY, join("bin", "bench.ts"), "flood"]);
}

/** Each of these runs before the answer, so that a failure keeps no row from the table. */
function every(...passed: boolean[]): boolean {
  return passed.every(Boolean);
}

function vectors(): boolean {
  return run("playwright", ["test", "script-vectors"], { PROOF: "1" });
}

function run(program: string, args: string[], environment: Record<string, string> = {}): boolean {
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...environment } }).status === 0;
}

/** One process per core. Each has its own database and its own range of seeds. */
async function seeds(count: number, from: number): Promise<boolean> {
  const part = Math.ceil(count / PROCESSES);
  const ran = Array.from({ length: PROCESSES }, (_, at) => {
    const first = from + at * part;
    const options = ["--from", String(first), "--count", String(Math.min(part, from + count - first))];
    const child = spawn("node", [...QUIETLY, join(simulator, "run.ts"), ...options], { stdio: "inherit" });
    return new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
  });
  return (await Promise.all(ran)).every(Boolean);
}
