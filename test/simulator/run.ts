import { parseArgs } from "node:util";
import pg from "pg";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { prepare } from "../support/pglite-snapshot.ts";
import { startPostgres } from "../support/postgres.ts";
import { runSeeds } from "./seeds.ts";
import { SimulationFailed } from "./simulation.ts";

/**
 * `node test/simulator/run.ts --from 1 --count 500`: runs seeds, and exits with 1 at the first failure after printing
 * its last events. `--trace` prints all events.
 */
const LINES = 80;
const { values } = parseArgs({
  options: { from: { type: "string" }, count: { type: "string" }, trace: { type: "boolean" } },
});
const [from, count] = [Number(values.from ?? 1), Number(values.count ?? 500)];
const postgres = await startPostgres();
let databases = 0;
const started = performance.now();
try {
  const seeds = Array.from({ length: count }, (_, at) => from + at);
  const ran = await runSeeds(createDatabase, seeds);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${ran.seeds} seeds from ${from} hold, ${ran.steps} events, ${seconds.toFixed(1)} s\n`);
} catch (error) {
  if (!(error instanceof SimulationFailed)) throw error;
  const lines = values.trace === true ? error.trace : error.trace.slice(-LINES);
  process.stdout.write(`${lines.join("\n")}\n\n${error.message}\n`);
  process.exitCode = 1;
}
await postgres.stop();
// Exits even if a failure left something open.
process.exit();

async function createDatabase(): Promise<string> {
  const name = `seeds_${(databases += 1)}`;
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const database = await openDatabase({ url: postgres.url(name) });
  await prepare(database);
  await database.close();
  return postgres.url(name);
}
