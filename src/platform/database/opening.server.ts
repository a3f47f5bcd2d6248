import type { Config } from "../settings/config.server.ts";
import { codeOf } from "../error-code.ts";
import { CONFIG_EXIT, exitOnProblems, exitWith } from "../exit.server.ts";
import type { Log } from "../log.server.ts";
import { openDatabase, type Database } from "./database.server.ts";
import { isUnavailable } from "./errors.server.ts";
import { EarlierDatabase, migrate, pendingMigrations } from "./migrations.server.ts";
import { DirectoryInUse } from "./pglite/lock.ts";

type Place = Pick<Config, "databaseUrl" | "databaseListenUrl" | "dataDir">;
type Options = {
  log: Log;
  /** The port of the site that opens the database, for commands that call it. */
  port?: number;
  /** False for commands that only read: the database must be up to date already. */
  migrates?: boolean;
};

/**
 * Opens the database of an installation for a program, up to date. Where that is not possible the process ends: with 78 if something
 * has to be put right first, with 1 if it may work later, and says which in plain lines.
 */
export async function openDatabaseOrExit(place: Place, { log, port, migrates = true }: Options): Promise<Database> {
  const options = { url: place.databaseUrl, listenUrl: place.databaseListenUrl, dir: place.dataDir, port, log };
  const database = await openDatabase(options).catch((error: unknown) => endUnopened(error, place));
  try {
    if (migrates) await migrate(database, { log });
    else if ((await pendingMigrations(database)).length > 0)
      exitWith(CONFIG_EXIT, "The database is older than this program: start it once.");
    return database;
  } catch (error) {
    await database.close().catch(() => undefined);
    return endUnmigrated(error, place);
  }
}

function endUnopened(error: unknown, { dataDir }: Place): never {
  if (error instanceof DirectoryInUse) exitWith(1, `${error.message}. Stop it first.`);
  if (error instanceof Error && "syscall" in error)
    exitOnProblems([`DATA_DIR: ${dataDir} cannot be used: ${error.message}`]);
  throw error;
}

/** PostgreSQL's codes for a refused log-in, an unknown database, a missing right, and what a migration itself raises. */
const REFUSALS = /^(28|3D000|42501|P0001)/;

function endUnmigrated(error: unknown, place: Place): never {
  if (error instanceof EarlierDatabase) exitWith(CONFIG_EXIT, earlierDatabaseAdvice(place));
  const words = error instanceof Error ? error.message : String(error);
  if (isUnavailable(error)) exitWith(1, `The database at ${addressOf(place)} cannot be reached: ${words}`);
  if (REFUSALS.test(codeOf(error) ?? "")) exitOnProblems([`DATABASE_URL: ${words}`]);
  throw error;
}

/** The address without the user and the password. */
function addressOf({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl === undefined) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function earlierDatabaseAdvice({ databaseUrl, dataDir }: Place): string {
  const remedy = databaseUrl === undefined ? `delete ${dataDir}` : "have DATABASE_URL name an empty database";
  return [
    "This database was made by an earlier version, before the first release, and cannot be taken over.",
    `The demonstration is made anew: ${remedy}, and start again.`,
    "To keep a venue, first export it from the desk of that earlier version; npm run import then brings it back.",
  ].join("\n");
}
