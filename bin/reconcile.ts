import { openDatabaseOrExit } from "../src/platform/database/opening.server.ts";
import { configOrExit, exitOnProblems, exitWith } from "../src/platform/exit.server.ts";
import { openJobs } from "../src/platform/jobs.server.ts";
import { secretsProblems } from "../src/platform/secrets/installation.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { startMemberJobs } from "../src/accounts/jobs.server.ts";
import { startPassJobs } from "../src/loyalty/passes/jobs.server.ts";
import { openVenueTable } from "../src/venues/venue-table.server.ts";
import { confirmedEverywhere } from "../src/wallet/payments/lost/batches.server.ts";
import { listCases } from "../src/wallet/payments/cases/cases.server.ts";
import { reconcileSince } from "../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../src/wallet/payments/refunds.server.ts";
import { startReceipts } from "../src/wallet/jobs.server.ts";
import { realWorld } from "../src/app/world.server.ts";

/**
 * `npm run reconcile -- 2026-11-20T19:00:00Z`: run it after a restore and before any node starts. The instant is the time of the
 * backup minus one day, so that payments under way at that time are included. It does four things:
 * - asks the bank again about every payment made since then, whatever its state;
 * - takes payments from the list of each company's application that our database has lost;
 * - finds money that the bank has sent back but our ledger still holds;
 * - sends the refunds that are due.
 *
 * Needs PostgreSQL. Exits with 1 if the bank could not answer about all payments.
 */
const since = new Date(process.argv[2] ?? "");
if (Number.isNaN(since.getTime())) exitWith(2, "Usage: npm run reconcile -- <instant such as 2026-11-20T19:00:00Z>");
const config = configOrExit();
if (config.databaseUrl === undefined)
  exitWith(2, "The embedded database holds no money: there is nothing to reconcile.");

const log = openLog("warn");
const database = await openDatabaseOrExit(config, { log, migrates: false });
exitOnProblems(await secretsProblems(database, config.secretsFile));
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);
const table = await openVenueTable(database);
// Settling queues work such as receipts, which this process does. The regular reconciliation must not run here: it
// would credit money that the bank has sent back meanwhile.
await startMemberJobs(world, jobs, table);
await startPassJobs(world, jobs);
await startReceipts(world, jobs, table);
const { left, isListRead } = await database.forMoney(() => reconcileSince(world, table, since));
await database.forMoney(() => sendRefunds(world, table));
const cases = await listCases(world);
const confirmed = await confirmedEverywhere(world);
say(
  left === 0
    ? "The bank was asked about every payment."
    : `The bank could not answer about ${left} payments: try again.`,
);
if (!isListRead) say("The bank's list could not be read to its end: try again.");
if (confirmed > 0)
  say(`${confirmed} lost payments, which the bank confirms, wait at the desk to be credited together, by two people.`);
say(`${cases.length} cases wait for staff.`);
await jobs.stop();
await database.close();
process.exit(left === 0 && isListRead ? 0 : 1);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
