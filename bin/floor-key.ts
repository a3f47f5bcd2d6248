import { parseArgs } from "node:util";
import { realWorld } from "../src/app/world.server.ts";
import { floorKeyCommand, SCOPES } from "../src/floor/contract.ts";
import { commandFloorKeys, type KeyAnswer, type ListedKey } from "../src/floor/keys.server.ts";
import { parseConfig } from "../src/platform/config.server.ts";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { exitOnEarlierDatabase } from "../src/platform/database/earlier-database.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { openVenueTable } from "../src/venues/venue-table.server.ts";
import { askSite, portOfSite } from "./through-site.ts";

/**
 * `npm run floor-key -- issue|rotate|end|list`: the keys with which a venue's tills, kiosks and machines call the floor API. Works
 * through the running site where that holds the embedded database. A new key is printed once and stored as a hash only.
 */
const USAGE = `Usage: npm run floor-key -- issue <venue slug> --label <device> [--scopes ${SCOPES.join(",")}]
       npm run floor-key -- rotate <number>
       npm run floor-key -- end <number>
       npm run floor-key -- list [<venue slug>]`;

const asked = floorKeyCommand.safeParse(argumentsOf());
if (!asked.success)
  end(2, [...asked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`), USAGE].join("\n"));
const parsed = parseConfig(process.env);
if ("problems" in parsed)
  end(2, `Invalid environment:\n${parsed.problems.map((problem) => `  ${problem}`).join("\n")}`);
const { config } = parsed;
const port = portOfSite(config);
const answer = await (port === undefined ? inDatabase() : throughSite(port)).catch((error: unknown) =>
  end(1, error instanceof Error ? error.message : String(error)),
);
if ("problem" in answer) end(1, answer.problem);
if ("keys" in answer) end(0, answer.keys.length === 0 ? "There are no keys." : answer.keys.map(lineOf).join("\n"));
end(0, `${lineOf(answer.issued)}\nThe key, which is not shown again:\n${answer.key}`);

async function inDatabase(): Promise<KeyAnswer> {
  const log = openLog("warn");
  const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir, log });
  try {
    await exitOnEarlierDatabase(migrate(database), database, config);
    return await commandFloorKeys(realWorld(config, database, log), await openVenueTable(database), asked.data!);
  } finally {
    await database.close();
  }
}

async function throughSite(at: number): Promise<KeyAnswer> {
  const told = (await askSite(config, at, "/api/floor-keys", asked.data!)) as KeyAnswer | { error: unknown };
  return "error" in told ? { problem: `The running site refused: ${JSON.stringify(told.error)}` } : told;
}

function argumentsOf(): unknown {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { label: { type: "string" }, scopes: { type: "string" } },
    });
    const [command, subject, ...rest] = positionals;
    if (rest.length > 0) end(2, USAGE);
    const scopes = values.scopes === undefined ? null : values.scopes.split(",").map((one) => one.trim());
    if (command === "issue") return { command, venue: subject, label: values.label, scopes };
    if (command === "list") return subject === undefined ? { command } : { command, venue: subject };
    return { command, id: Number(subject) };
  } catch (error) {
    return end(2, `${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

function lineOf(key: ListedKey): string {
  return [
    `${key.id}  ${key.venue}  ${key.label === "" ? "(no label)" : key.label}`,
    `scopes: ${key.scopes?.join(", ") ?? "all"}`,
    `issued: ${key.issued_at ?? "before keys were issued by this command"}`,
    `last used: ${key.last_used_at ?? "never"}`,
    ...(key.ends_at === null ? [] : [`ends: ${key.ends_at}`]),
    ...(key.successor_id === null ? [] : [`replaced by: ${key.successor_id}`]),
  ].join("; ");
}

function end(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
