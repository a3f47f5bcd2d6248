import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { inTransaction, projectPath, type Database, type Transaction } from "./database.server.ts";
import { prepareVenueRole } from "./venue-rows.server.ts";

/** A file of db/migrations. A merged file is never edited; a change is a new file. */
type Migration = { name: string; text: string; sha256: string };

/**
 * The database was made by an earlier version, before the first release, whose migration files no longer exist. It cannot be migrated
 * and was not changed. `opening.server.ts` has the words that programs print.
 */
export class EarlierDatabase extends Error {
  constructor() {
    super("The database was made by an earlier version, before the first release");
  }
}

/** An arbitrary number that is the same on every node. */
const LOCK_KEY = 7_205_759;
const UNDEFINED_TABLE = "42P01";

/**
 * Migrates the database to the schema of `dir`: each file in a transaction of its own, in the order of their names. Nodes that start
 * together wait for each other. Returns the names of the files that ran now. Throws if a file was edited after it ran; migrations of
 * a newer version are ignored.
 *
 * A database may have run files that this program does not have. If the first file of this program is among them, the database is
 * newer, as during a rolling update, and is left as it is. If files ran but not the first one, the database is of before the first
 * release: throws EarlierDatabase.
 */
export async function migrate(database: Database, dir: string = migrationsDir()): Promise<string[]> {
  const migrations = readMigrations(dir);
  await createRecord(database);
  assertSameBeginning(await recordedNames(database), migrations);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await isAppliedNow(database, migration)) applied.push(migration.name);
  }
  await inTransaction(database, async (tx) => {
    await waitForTurn(tx);
    await prepareVenueRole(tx);
  });
  return applied;
}

/** The names of the files that have not run yet. A node with any of them is not ready. Throws EarlierDatabase like `migrate`. */
export async function pendingMigrations(database: Database, dir: string = migrationsDir()): Promise<string[]> {
  const recorded = await recordedNames(database);
  const migrations = readMigrations(dir);
  assertSameBeginning(recorded, migrations);
  return migrations.map((migration) => migration.name).filter((name) => !recorded.has(name));
}

function migrationsDir(): string {
  return projectPath("db/migrations");
}

function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(dir, name), "utf8");
    return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
  });
}

async function createRecord(database: Database): Promise<void> {
  await inTransaction(database, async (tx) => {
    await waitForTurn(tx);
    await sql`
      create table if not exists schema_migrations (
        name text primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )`.execute(tx);
  });
}

/** Runs the file if it has not run before. Returns true if this call ran it. */
async function isAppliedNow(database: Database, { name, text, sha256 }: Migration): Promise<boolean> {
  const before = await database.db
    .selectFrom("schema_migrations")
    .select("sha256")
    .where("name", "=", name)
    .executeTakeFirst();
  if (before !== undefined) return assertUnchanged(name, sha256, before.sha256);
  return inTransaction(database, async (tx) => {
    await waitForTurn(tx);
    const meanwhile = await tx
      .selectFrom("schema_migrations")
      .select("sha256")
      .where("name", "=", name)
      .executeTakeFirst();
    if (meanwhile !== undefined) return assertUnchanged(name, sha256, meanwhile.sha256);
    await sql.raw(text).execute(tx);
    await tx.insertInto("schema_migrations").values({ name, sha256 }).execute();
    return true;
  });
}

function assertUnchanged(name: string, sha256: string, recorded: string): false {
  if (sha256 !== recorded)
    throw new Error(
      `The migration ${name} was edited after it ran on this database; restore it and put the change into a new file`,
    );
  return false;
}

function assertSameBeginning(recorded: Set<string>, [first]: Migration[]): void {
  if (first !== undefined && recorded.size > 0 && !recorded.has(first.name)) throw new EarlierDatabase();
}

/** The lock lasts until the transaction ends, so it works through a pooler too. */
async function waitForTurn(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
}

async function recordedNames(database: Database): Promise<Set<string>> {
  try {
    const rows = await database.db.selectFrom("schema_migrations").select("name").execute();
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return new Set();
    throw error;
  }
}
