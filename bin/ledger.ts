import { verifyLedger, type Head } from "../src/ledger/verification.server.ts";
import { parseConfig } from "../src/platform/config.server.ts";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { exitOnEarlierDatabase } from "../src/platform/database/earlier-database.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { pendingMigrations } from "../src/platform/database/migrations.server.ts";

/**
 * `npm run ledger [-- <number>:<hash>]`: recomputes the whole ledger from its rows and prints every difference. Exits
 * with 1 if there is one. It prints the head of the hash chain: keep it elsewhere and pass it to a later run, which
 * then also detects a chain that was rewritten in between.
 */
const parsed = parseConfig(process.env);
if ("problems" in parsed)
  end(2, `Invalid environment:\n${parsed.problems.map((problem) => `  ${problem}`).join("\n")}`);
const known = process.argv[2] === undefined ? null : headOf(process.argv[2]);
const { config } = parsed;

const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir, log: openLog("warn") }).catch(
  (error: unknown) => end(2, error instanceof Error ? error.message : String(error)),
);
try {
  const pending = await exitOnEarlierDatabase(pendingMigrations(database), database, config);
  if (pending.length > 0) end(2, "The database is older than this program: start it once.");
  const { entries, unsealed, accounts, head, held, problems } = await verifyLedger(database, known);
  say(`${entries} entries on ${accounts} accounts; ${unsealed} not sealed yet.`);
  for (const [asset, total] of held) say(`Customers hold ${total} ${asset} (minor units).`);
  if (head !== null) say(`Head of the chain: ${head.no}:${head.hash}`);
  for (const problem of problems) say(`! ${problem}`);
  say(problems.length === 0 ? "The ledger verifies." : "The ledger does not verify.");
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await database.close();
}

function headOf(text: string): Head {
  const [, no, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (no === undefined || hash === undefined) end(2, "Usage: npm run ledger [-- <number>:<hash>]");
  return { no: BigInt(no), hash };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(code: number, text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
