import type { Config } from "../config.server.ts";
import type { Database } from "./database.server.ts";
import { EarlierDatabase } from "./migrations.server.ts";

/** What a program ends with whose surroundings have to be put right before it is started again (EX_CONFIG of sysexits.h). */
export const EARLIER_DATABASE_EXIT = 78;

type Place = Pick<Config, "databaseUrl" | "dataDir">;

/** For a command: gives what `work` gives, or ends the process and says what to do where the database is one of before the first release. */
export async function exitOnEarlierDatabase<T>(work: Promise<T>, database: Database, place: Place): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof EarlierDatabase)) throw error;
    await database.close();
    process.stderr.write(`${earlierDatabaseAdvice(place)}\n`);
    process.exit(EARLIER_DATABASE_EXIT);
  }
}

function earlierDatabaseAdvice({ databaseUrl, dataDir }: Place): string {
  const remedy = databaseUrl === undefined ? `delete ${dataDir}` : "have DATABASE_URL name an empty database";
  return [
    "This database was made by an earlier version, before the first release, and cannot be taken over.",
    `The demonstration is made anew: ${remedy}, and start again.`,
    "To keep a venue, first export it from the desk of that earlier version; npm run import then brings it back.",
  ].join("\n");
}
