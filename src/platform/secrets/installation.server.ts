import { existsSync } from "node:fs";
import { ZodError } from "zod";
import type { Database } from "../database/database.server.ts";
import { adoptSecrets, generationOf, identityOf, openSecrets, type Secrets } from "./secrets.server.ts";
import type { World } from "../world.ts";

const CHANNEL = "secrets";

/**
 * Compares the secrets file with the fingerprints in the database, which the first start notes. Returns what is wrong, in words for
 * whoever starts the program. A missing file is created only for a database that knows no secrets yet.
 */
export async function secretsProblems({ db }: Database, path: string): Promise<string[]> {
  const noted = await db.selectFrom("installation").selectAll().executeTakeFirst();
  if (noted !== undefined && !existsSync(path))
    return [
      `SECRETS_FILE: ${path} is missing: restore the file of this installation (${noted.identity}) from the backup`,
    ];
  const read = readOrProblem(path);
  if ("problem" in read) return [`SECRETS_FILE: ${path} ${read.problem}`];
  const { secrets } = read;
  const own = { identity: identityOf(secrets), generation: generationOf(secrets) };
  const before = noted ?? (await note(db, own));
  if (before.identity !== own.identity)
    return [
      `SECRETS_FILE: ${path} belongs to another installation (${own.identity}); this database was filled with the secrets of ${before.identity}`,
    ];
  if (before.generation === own.generation) return [];
  // A rotation that was interrupted has written the file and not the database.
  const isAhead = secrets.previous !== undefined && generationOf(secrets.previous) === before.generation;
  if (isAhead) await db.updateTable("installation").set({ generation: own.generation }).execute();
  return isAhead ? [] : [`SECRETS_FILE: ${path} is older than the last rotation: copy the file from another node`];
}

/** Uses the rotated secrets of the file as soon as any node or command says that there are some. Returns a function that stops it. */
export async function followSecrets({ database, config, secrets, log }: World): Promise<() => Promise<void>> {
  const adopt = () => {
    try {
      adoptSecrets(secrets, config.secretsFile);
    } catch (error) {
      log.error({ err: error }, "the rotated secrets cannot be read");
    }
  };
  return database.listen(CHANNEL, adopt, adopt);
}

/** True if this node uses the generation of secrets that the database names. */
export async function hasPresentSecrets({ database, secrets }: Pick<World, "database" | "secrets">): Promise<boolean> {
  const noted = await database.db.selectFrom("installation").select("generation").executeTakeFirst();
  return noted === undefined || noted.generation === generationOf(secrets);
}

type Noted = { identity: string; generation: string };

/** Of nodes that start together, the first one notes its secrets. */
async function note(db: Database["db"], own: Noted): Promise<Noted> {
  await db
    .insertInto("installation")
    .values(own)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db.selectFrom("installation").select(["identity", "generation"]).executeTakeFirstOrThrow();
}

function readOrProblem(path: string): { secrets: Secrets } | { problem: string } {
  try {
    return { secrets: openSecrets(path) };
  } catch (error) {
    if (error instanceof ZodError)
      return { problem: `holds no secrets: ${error.issues.map((issue) => issue.path.join(".")).join(", ")}` };
    return { problem: `cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
