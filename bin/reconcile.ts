import { openDatabase } from "../src/platform/database/database.server.ts";
import { parseConfig } from "../src/platform/config.server.ts";
import { orEndAtEarlier } from "../src/platform/database/earlier-database.server.ts";
import { openJobs } from "../src/platform/jobs.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { pendingMigrations } from "../src/platform/database/migrations.server.ts";
import { startMemberJobs } from "../src/accounts/jobs.server.ts";
import { openVenueTable } from "../src/venues/venue-table.server.ts";
import { listCases } from "../src/wallet/payments/cases.server.ts";
import { reconcileSince } from "../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../src/wallet/payments/refunds.server.ts";
import { startReceipts } from "../src/wallet/jobs.server.ts";
import { realWorld } from "../src/app/world.server.ts";

/**
 * `npm run reconcile -- 2026-11-20T19:00:00Z`: asks the bank anew about every payment that was made since then, whatever became of it,
 * takes from the bank's list what our books have lost, finds what the bank has sent back and our books still have, and sends back what is
 * to go back. For after a restore, before any node is started: the backup's hour, and a day before it, so that what was under way is asked
 * about too.
 * On PostgreSQL; ends with 1 where the bank could not be asked about all.
 */
const since = new Date(process.argv[2] ?? "");
if (Number.isNaN(since.getTime())) end(2, "Usage: npm run reconcile -- <instant such as 2026-11-20T19:00:00Z>");
const parsed = parseConfig(process.env);
if ("problems" in parsed) end(2, `The environment is not right:\n${parsed.problems.join("\n")}`);
const { config } = parsed;
if (config.databaseUrl === undefined) end(2, "The embedded database holds no money: there is nothing to reconcile.");

const log = openLog("warn");
const database = await openDatabase({ url: config.databaseUrl, listenUrl: config.databaseListenUrl, log });
const pending = await orEndAtEarlier(pendingMigrations(database), database, config);
if (pending.length > 0) end(2, "The database is older than this program: start it once.");
const jobs = await openJobs(database, log);
const world = realWorld(config, database, log, jobs);
const table = await openVenueTable(database);
// What settling brings about, such as receipts, is work of the queue, and this process does its part. The ordinary rounds wait for a node:
// they would credit what the bank has sent back meanwhile.
await startMemberJobs(world, jobs, table);
await startReceipts(world, jobs, table);
const { left, isListRead } = await reconcileSince(world, table, since);
await sendRefunds(world, table);
const cases = await listCases(world);
say(left === 0 ? "The bank was asked about every payment." : `${left} payments could not be asked about: try again.`);
if (!isListRead) say("What the bank has could not be gone through to the end: try again.");
say(`${cases.length} cases wait for staff.`);
await jobs.stop();
await database.close();
process.exit(left === 0 && isListRead ? 0 : 1);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function end(code: number, text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}
