import { parseArgs } from "node:util";
import { pgliteSnapshot } from "../support/pglite-snapshot.ts";
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
const started = performance.now();
try {
  const seeds = Array.from({ length: count }, (_, at) => from + at);
  const ran = await runSeeds(await pgliteSnapshot(), seeds);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`${ran.seeds} seeds from ${from} hold, ${ran.steps} events, ${seconds.toFixed(1)} s\n`);
} catch (error) {
  if (!(error instanceof SimulationFailed)) throw error;
  const lines = values.trace === true ? error.trace : error.trace.slice(-LINES);
  process.stdout.write(`${lines.join("\n")}\n\n${error.message}\n`);
  process.exitCode = 1;
}
// Exits even if a failure left something open.
process.exit();
