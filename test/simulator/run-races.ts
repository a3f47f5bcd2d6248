import { openDatabase } from "../../src/platform/database/database.server.ts";
import { isUnavailable } from "../../src/platform/database/errors.server.ts";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import { runRaces } from "./races.ts";

/** `node test/simulator/run-races.ts <URL of an empty database> <rounds>`: exits with 1 if a race finds a problem. */
const [url = "", rounds = "3"] = process.argv.slice(2);
const ATTEMPTS = 8;

async function made(): Promise<void> {
  const database = await openDatabase({ url });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/** On a busy machine even the test's own connection may take too long. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnavailable(error)) throw error;
    }
  }
}

await patiently(made);
const problems = await patiently(() => runRaces(url, Number(rounds)));
process.stdout.write(
  `${problems.length === 0 ? `${rounds} rounds of races hold` : problems.map((problem) => `Race: ${problem}`).join("\n")}\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
