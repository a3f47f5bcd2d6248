import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openPictureEncoder } from "../src/pictures/encoder/encoder.server.ts";
import { parseConfig } from "../src/platform/config.server.ts";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { exitOnEarlierDatabase } from "../src/platform/database/earlier-database.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import { readVenueFile } from "../src/venue-file/import/file.server.ts";
import { importVenue, type ImportResult } from "../src/venue-file/import/import.server.ts";
import { realWorld } from "../src/app/world.server.ts";
import { askSite, portOfSite } from "./through-site.ts";

/**
 * `npm run import -- file.json`: imports one venue. The file is validated completely, then imported completely or not
 * at all.
 */
const file = process.argv[2];
if (file === undefined) end(2, "Usage: npm run import -- <file.json>");
const parsed = parseConfig(process.env);
if ("problems" in parsed)
  end(2, `Invalid environment:\n${parsed.problems.map((problem) => `  ${problem}`).join("\n")}`);
const { config } = parsed;

const venue = await readVenueFile(resolve(process.env["INIT_CWD"] ?? ".", file), readFile).catch((error: unknown) =>
  end(1, `${file} cannot be read: ${wordsOf(error)}`),
);
const result = await deliver().catch((error: unknown) => end(1, `${file} was not imported. ${wordsOf(error)}`));
if ("imported" in result) end(0, `Imported ${result.imported.slug} (${result.imported.id}).`);
end(
  1,
  [
    `${file} was not imported: ${result.problems.length} problem${result.problems.length === 1 ? "" : "s"}.`,
    ...result.problems.map(({ path, message }) => `  ${path}: ${message}`),
  ].join("\n"),
);

/** Through the running site if one holds the embedded database, otherwise directly into the database. */
async function deliver(): Promise<ImportResult> {
  const port = portOfSite(config);
  return port === undefined ? openAndImport() : throughSite(port);
}

async function openAndImport(): Promise<ImportResult> {
  const log = openLog("warn");
  const database = await openDatabase({ url: config.databaseUrl, dir: config.dataDir, log });
  const encoder = openPictureEncoder();
  try {
    await exitOnEarlierDatabase(migrate(database), database, config);
    return await importVenue({ ...realWorld(config, database, log), encoder }, venue.data, venue.files);
  } finally {
    await encoder.close();
    await database.close();
  }
}

async function throughSite(port: number): Promise<ImportResult> {
  const files = Object.fromEntries(
    [...venue.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]),
  );
  const answer = (await askSite(config, port, "/api/imports", { data: venue.data, files })) as
    | { data: { id: number; slug: string } }
    | { error: string | { key: string; message: string }[] };
  if ("data" in answer) return { imported: answer.data };
  if (typeof answer.error === "string") return { problems: [{ path: "(the running site)", message: answer.error }] };
  return { problems: answer.error.map(({ key, message }) => ({ path: key, message })) };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function end(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
