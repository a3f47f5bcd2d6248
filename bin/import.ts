import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openPictureEncoder } from "../src/pictures/encoder/encoder.server.ts";
import { parseConfig } from "../src/platform/config.server.ts";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { exitOnEarlierDatabase } from "../src/platform/database/earlier-database.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import { lockHolder } from "../src/platform/database/pglite/lock.ts";
import { openSecrets } from "../src/platform/secrets.server.ts";
import { readVenueFile } from "../src/venue-file/import/file.server.ts";
import { importVenue, type ImportResult } from "../src/venue-file/import/import.server.ts";
import { realWorld } from "../src/app/world.server.ts";

const LISTEN_ATTEMPTS = 60;
const LISTEN_PAUSE_MS = 1_000;

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
  const holder = config.databaseUrl === undefined ? lockHolder(config.dataDir) : null;
  return holder?.port === undefined ? openAndImport() : throughSite(holder.port);
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
  const response = await sendOnceItListens(`http://localhost:${port}/api/imports`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${openSecrets(config.secretsFile).importKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ data: venue.data, files }),
  });
  const answer = (await response.json()) as
    | { data: { id: number; slug: string } }
    | { error: string | { key: string; message: string }[] };
  if ("data" in answer) return { imported: answer.data };
  if (typeof answer.error === "string") return { problems: [{ path: "(the running site)", message: answer.error }] };
  return { problems: answer.error.map(({ key, message }) => ({ path: key, message })) };
}

/** A site that holds the database may still be loading it, so it gets a minute to open its port. */
async function sendOnceItListens(address: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, request);
    } catch (error) {
      if (attempt === LISTEN_ATTEMPTS)
        throw new Error(`The running site does not answer at ${address}.`, { cause: error });
      await delay(LISTEN_PAUSE_MS);
    }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function end(code: number, text: string): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
