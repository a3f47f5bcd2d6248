import { verifyLedger, type Head } from "../src/ledger/verification.server.ts";
import { openDatabaseOrExit } from "../src/platform/database/opening.server.ts";
import { configOrExit, exitWith } from "../src/platform/exit.server.ts";
import { openLog } from "../src/platform/log.server.ts";

/**
 * `npm run ledger [-- <number>:<hash>]`: recomputes the whole ledger from its rows and prints every difference. Exits
 * with 1 if there is one. It prints the head of the hash chain: keep it elsewhere and pass it to a later run, which
 * then also detects a chain that was rewritten in between.
 */
const config = configOrExit();
const known = process.argv[2] === undefined ? null : headOf(process.argv[2]);
const database = await openDatabaseOrExit(config, { log: openLog("warn"), migrates: false });
try {
  const { entries, unsealed, accounts, head, held, problems } = await database.forJobs(() =>
    verifyLedger(database, known),
  );
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
  if (no === undefined || hash === undefined) exitWith(2, "Usage: npm run ledger [-- <number>:<hash>]");
  return { no: BigInt(no), hash };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
