import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * `npm run proof [-- what …]`: the long modes, which take from minutes to hours. Without a name everything; with one:
 * - `seeds [count] [from]`: the simulator of payments, 20,000 seeds on two processes;
 * - `bites [name …]`: bugs put into the source one by one, each of which the simulator or the races must find;
 * - `kills [count]`: kill -9 of nodes and of PostgreSQL under top-ups, 200 times;
 * - `vectors`: script in every text of a house, on more of its pages than the journeys have time for;
 * - `restore`: a backup taken under top-ups, restored, and brought up to date from the bank;
 * - `failover [count]`: a Patroni cluster whose leader is killed under top-ups (needs the packages that docs/operating.md names);
 * - anything else goes to the test runner, with many more cases, steps and callers than `npm test` has time for (test/support/proof.ts), on PGlite
 *   what it runs on PostgreSQL alone, and the timing of known against unknown addresses and of right against wrong PINs over 2,000 pairs
 *   (PROOF_PAIRS for fewer).
 */
const SEEDS = 20_000;
const PROCESSES = 2;
const QUIETLY = ["--disable-warning=ExperimentalWarning"];
const simulator = join("test", "simulator");

const [what, ...rest] = process.argv.slice(2);
const modes: Record<string, () => Promise<boolean>> = {
  seeds: () => seeds(Number(rest[0] ?? SEEDS), Number(rest[1] ?? 1)),
  bites: async () => run("node", [...QUIETLY, join(simulator, "show-bites.ts"), ...rest]),
  kills: async () => tests(["test/wallet-kills.test.ts", "-t", "kill -9"], { KILLS: rest[0] ?? "200" }),
  vectors: async () => vectors(),
  restore: async () => tests(["test/wallet-restore.test.ts"]),
  failover: async () => tests(["test/wallet-failover.test.ts"], { FAILOVERS: rest[0] ?? "2" }),
};

if (what === undefined) {
  // Failover needs programs that npm does not bring, so it is asked for by name.
  const isWell =
    tests([]) && vectors() && (await seeds(SEEDS, 1)) && run("node", [...QUIETLY, join(simulator, "show-bites.ts")]);
  process.exit(isWell ? 0 : 1);
}
const mode = modes[what];
process.exit((await (mode === undefined ? tests([what, ...rest]) : mode())) ? 0 : 1);

function tests(filters: string[], environment: Record<string, string> = {}): boolean {
  return run("vitest", ["run", ...filters], { PROOF: "1", ...environment });
}

function vectors(): boolean {
  return run("playwright", ["test", "script-vectors"], { PROOF: "1" });
}

function run(program: string, args: string[], environment: Record<string, string> = {}): boolean {
  return spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...environment } }).status === 0;
}

/** One process a core: each has its own database and its own part of the seeds. */
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
