import { parseArgs } from "node:util";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { prepare } from "../support/pglite-snapshot.ts";
import { runOnce, startPostgres } from "../support/postgres.ts";
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
  await prepareTemplate();
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

async function prepareTemplate(): Promise<void> {
  await runOnce(postgres.url("postgres"), "create database migrated");
  const database = await openDatabase({ url: postgres.url("migrated") });
  await prepare(database);
  await database.close();
}

/** A copy of the template, in place of the one before. */
async function createDatabase(): Promise<string> {
  await runOnce(postgres.url("postgres"), `drop database if exists seeds_${databases}`);
  const name = `seeds_${(databases += 1)}`;
  await runOnce(postgres.url("postgres"), `create database ${name} template migrated strategy file_copy`);
  return postgres.url(name);
}
