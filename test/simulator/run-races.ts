import { openDatabase } from "../../src/platform/database.server.ts";
import { migrate } from "../../src/platform/migrations.server.ts";
import { runRaces } from "./races.ts";

/** `node test/simulator/run-races.ts <address of an empty database> <rounds>`: ends with 1 where a race shows something wrong. */
const [url = "", rounds = "3"] = process.argv.slice(2);
const database = await openDatabase({ url });
await migrate(database);
await database.close();
const problems = await runRaces(url, Number(rounds));
process.stdout.write(`${problems.length === 0 ? `${rounds} rounds of races hold` : problems.join("\n")}\n`);
process.exit(problems.length === 0 ? 0 : 1);
