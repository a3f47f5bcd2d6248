import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openPictureEncoder } from "../src/pictures/encoder/encoder.server.ts";
import { openDatabaseOrExit } from "../src/platform/database/opening.server.ts";
import { configOrExit, exitOnProblems, exitWith } from "../src/platform/exit.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { secretsProblems } from "../src/platform/secrets/installation.server.ts";
import { readVenueFile } from "../src/venue-file/import/file.server.ts";
import { importVenue, type ImportResult } from "../src/venue-file/import/import.server.ts";
import { realWorld } from "../src/app/world.server.ts";
import { askSite, portOfSite } from "./through-site.ts";

/**
 * `npm run import -- file.json`: imports one venue. The file is validated completely, then imported completely or not
 * at all.
 */
const file = process.argv[2];
if (file === undefined) exitWith(2, "Usage: npm run import -- <file.json>");
const config = configOrExit();

const venue = await readVenueFile(resolve(process.env["INIT_CWD"] ?? ".", file), readFile).catch((error: unknown) =>
  exitWith(1, `${file} cannot be read: ${wordsOf(error)}`),
);
const result = await deliver().catch((error: unknown) => exitWith(1, `${file} was not imported. ${wordsOf(error)}`));
if ("imported" in result) exitWith(0, `Imported ${result.imported.slug} (${result.imported.id}).`);
exitWith(
  1,
  [
    `${file} was not imported: ${result.problems.length} problem${result.problems.length === 1 ? "" : "s"}.`,
    ...result.problems.map(({ path, message }) => `  ${path}: ${message}`),
  ].join("\n"),
);

/** Through the running site if that holds the embedded database, otherwise directly into the database. */
async function deliver(): Promise<ImportResult> {
  const port = portOfSite(config);
  return port === null ? openAndImport() : throughSite(port);
}

async function openAndImport(): Promise<ImportResult> {
  const log = openLog("warn");
  const database = await openDatabaseOrExit(config, { log });
  const encoder = openPictureEncoder();
  try {
    exitOnProblems(await secretsProblems(database, config.secretsFile));
    const world = { ...realWorld(config, database, log), encoder };
    return await database.forJobs(() => importVenue(world, venue.data, venue.files));
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
