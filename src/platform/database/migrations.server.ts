import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { codeOf, hasCode } from "../error-code.ts";
import type { Log } from "../log.server.ts";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";
import { inTransaction, projectPath, type Database, type Transaction } from "./database.server.ts";
import { prepareVenueRole } from "./venue-rows.server.ts";

/**
 * A file of db/migrations. A merged file is never edited; a change is a new file. A file that begins with CONCURRENTLY holds one
 * `create index concurrently <name> …`, which the start does not wait for and later files do not need.
 */
type Migration = { name: string; text: string; sha256: string; isIndex: boolean };

const CONCURRENTLY = "-- concurrently\n";

/**
 * The database was made by an earlier version, before the first release, whose migration files no longer exist. It cannot be migrated
 * and was not changed. `opening.server.ts` has the words that programs print.
 */
export class EarlierDatabase extends Error {
  constructor() {
    super("The database was made by an earlier version, before the first release");
  }
}

const UNDEFINED_TABLE = "42P01";
/** PostgreSQL's codes for a lock that was not given in time, and for a deadlock. */
const LOCKED = ["55P03", "40P01"];
/** Visitors queue behind a file that waits for a lock, so it gives up before their own limit, and they go on meanwhile. */
const LOCK_WAIT = "1s";
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 10_000;
const INDEX_PAUSE_MS = 60_000;

type Options = {
  dir?: string;
  /** Told while a file waits for a lock. */
  log?: Log | undefined;
};

/**
 * Migrates the database to the schema of `dir`: each file in a transaction of its own, in the order of their names, one node at a time. A
 * file that does not get its locks at once is tried again until it does, so that it never stops visitors. Returns the names of the files
 * that ran now. Throws if a file was edited after it ran; migrations of a newer version are ignored. Indexes are left to `buildIndexes`.
 *
 * A database may have run files that this program does not have. If the first file of this program is among them, the database is
 * newer, as during a rolling update, and is left as it is. If files ran but not the first one, the database is of before the first
 * release: throws EarlierDatabase.
 */
export function migrate(database: Database, { dir = migrationsDir(), log }: Options = {}): Promise<string[]> {
  const migrations = readMigrations(dir);
  return database.forMigrations(() =>
    database.withLock(ADVISORY_LOCKS.migrations, async () => {
      await withLockTimeout(database, log, "the record of migrations", createRecord);
      assertSameBeginning(await recordedNames(database), migrations);
      const applied: string[] = [];
      for (const migration of migrations.filter(({ isIndex }) => !isIndex))
        if (await isAppliedNow(database, migration, log)) applied.push(migration.name);
      await inTransaction(database, prepareVenueRole);
      return applied;
    }),
  );
}

/**
 * Builds the indexes of `dir` that the database lacks, one node at a time, while visitors read and write. That waits for every older
 * transaction of anybody. What an interrupted attempt left behind is built anew. An index that fails is tried again after a minute.
 * Returns the names of the files that ran now.
 */
export async function buildIndexes(database: Database, log: Log, dir: string = migrationsDir()): Promise<string[]> {
  const indexes = readMigrations(dir).filter(({ isIndex }) => isIndex);
  const built: string[] = [];
  async function buildMissing(): Promise<void> {
    const recorded = await recordedNames(database);
    for (const index of indexes.filter(({ name }) => !recorded.has(name))) {
      await buildIndex(database, index);
      built.push(index.name);
    }
  }
  while (indexes.length > 0) {
    try {
      await database.forMigrations(() => database.withLock(ADVISORY_LOCKS.indexes, buildMissing));
      break;
    } catch (error) {
      log.error({ err: error }, "an index could not be built");
      await delay(INDEX_PAUSE_MS, undefined, { ref: false });
    }
  }
  return built;
}

async function buildIndex({ db, kind }: Database, { name, text, sha256 }: Migration): Promise<void> {
  const index = /create (?:unique )?index concurrently (\w+)/.exec(text)?.[1];
  if (index === undefined) throw new Error(`The migration ${name} creates no index concurrently`);
  // PGlite has one connection, which nobody else could use meanwhile.
  const beside = (statement: string) =>
    kind === "pglite" ? statement.replace("index concurrently", "index") : statement;
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  if (rows[0]?.valid === false) await sql.raw(beside(`drop index concurrently ${index}`)).execute(db);
  if (rows[0]?.valid !== true) await sql.raw(beside(text)).execute(db);
  await db.insertInto("schema_migrations").values({ name, sha256 }).execute();
}

/**
 * The names of the files that have not run yet, but for indexes. A node with any of them is not ready. Throws EarlierDatabase like
 * `migrate`.
 */
export async function pendingMigrations(database: Database, dir: string = migrationsDir()): Promise<string[]> {
  const recorded = await recordedNames(database);
  const migrations = readMigrations(dir);
  assertSameBeginning(recorded, migrations);
  return migrations.filter(({ name, isIndex }) => !isIndex && !recorded.has(name)).map(({ name }) => name);
}

function migrationsDir(): string {
  return projectPath("db/migrations");
}

function readMigrations(dir: string): Migration[] {
  const names = readdirSync(dir).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  return names.sort().map((name) => {
    const text = readFileSync(join(dir, name), "utf8");
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { name, text, sha256, isIndex: text.startsWith(CONCURRENTLY) };
  });
}

async function createRecord(tx: Transaction): Promise<void> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`.execute(tx);
}

/** Runs the file if it has not run before. Returns true if this call ran it. */
async function isAppliedNow(
  database: Database,
  { name, text, sha256 }: Migration,
  log: Log | undefined,
): Promise<boolean> {
  return withLockTimeout(database, log, name, async (tx) => {
    const before = await tx
      .selectFrom("schema_migrations")
      .select("sha256")
      .where("name", "=", name)
      .executeTakeFirst();
    if (before !== undefined) return assertUnchanged(name, sha256, before.sha256);
    await sql.raw(text).execute(tx);
    await tx.insertInto("schema_migrations").values({ name, sha256 }).execute();
    return true;
  });
}

/** One transaction that gives up a lock that it does not get, and is repeated after growing pauses. */
async function withLockTimeout<T>(
  database: Database,
  log: Log | undefined,
  what: string,
  run: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      return await inTransaction(database, async (tx) => {
        if (database.kind === "postgres") await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx);
        return run(tx);
      });
    } catch (error) {
      if (!LOCKED.includes(codeOf(error) ?? "")) throw error;
      log?.warn({ migration: what, wait_ms: pauseMs }, "a migration waits for a lock that a long transaction holds");
      await delay(pauseMs);
    }
  }
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

async function recordedNames(database: Database): Promise<Set<string>> {
  try {
    const rows = await database.db.selectFrom("schema_migrations").select("name").execute();
    return new Set(rows.map((row) => row.name));
  } catch (error) {
    if (hasCode(error, UNDEFINED_TABLE)) return new Set();
    throw error;
  }
}
