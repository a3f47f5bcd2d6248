import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openDatabase, projectPath, type Database } from "../../src/platform/database/database.server.ts";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import { prepare } from "./pglite-snapshot.ts";
import { runOnce, startPostgres } from "./postgres.ts";
import { IS_PROOF } from "./proof.ts";

/** Values that global-setup.ts made once for the whole run. */
declare module "vitest" {
  interface ProvidedContext {
    /** The path of a dump of a migrated PGlite database. */
    pgliteSnapshot: string;
    /** The address of PostgreSQL's own database, from which others are created. */
    postgresUrl: string;
  }
}

/** Opening a database can take this long on a busy machine. */
const OPEN_MS = 60_000;

/** The database that test databases are copied from. It has all migrations and no rows. */
export const MIGRATED_TEMPLATE = "baize_migrated";

const EMBEDDED = ["PGlite", memoryDatabase] as const;
const REAL = ["PostgreSQL", postgresDatabase] as const;

type DeclareTests = (open: () => Promise<Database>) => void;

/**
 * Declares the same tests on PGlite and on PostgreSQL, for what differs between the two: locks, notifications, roles,
 * migrations and the types that a driver reads. `open` returns this file's own database of that kind, migrated and
 * empty. It is the same one at every call and is closed after the last test.
 */
export function eachDatabase(name: string, declareTests: DeclareTests): void {
  declareOn([EMBEDDED, REAL], name, declareTests);
}

/**
 * Like `eachDatabase`, for plain SQL that behaves alike on both: on PostgreSQL, which is faster, and under `npm run
 * proof` on PGlite too.
 */
export function oneDatabase(name: string, declareTests: DeclareTests): void {
  declareOn(IS_PROOF ? [EMBEDDED, REAL] : [REAL], name, declareTests);
}

function declareOn(kinds: (typeof EMBEDDED | typeof REAL)[], name: string, declareTests: DeclareTests): void {
  describe.each(kinds)(`${name} on %s`, (_kind, openOne) => {
    let database: Promise<Database> | undefined;
    const open = () => (database ??= openOne());
    beforeAll(async () => void (await open()), OPEN_MS);
    afterAll(async () => (await database)?.close(), OPEN_MS);
    declareTests(open);
  });
}

/**
 * A migrated, empty database for tests of plain SQL: on PostgreSQL, or on PGlite under `npm run proof`. The caller
 * closes it.
 */
export async function ownDatabase(): Promise<Database> {
  return IS_PROOF ? memoryDatabase() : postgresDatabase();
}

/** A migrated, empty PGlite database in memory. The caller closes it. */
export async function memoryDatabase(): Promise<Database> {
  return openDatabase({ snapshot: inject("pgliteSnapshot") });
}

/** A migrated, empty database on the run's PostgreSQL. The caller closes it. */
export async function postgresDatabase(): Promise<Database> {
  return openDatabase({ url: await createPostgresDatabase() });
}

/**
 * A migrated database on a PostgreSQL server of its own, with fsync on. Use it where times are compared, so that the
 * cost of a commit is part of them. Closing it also stops the server.
 */
export async function durableDatabase(): Promise<{ database: Database; url: string; close: () => Promise<void> }> {
  const postgres = await startPostgres({ isDurable: true });
  const url = postgres.url("postgres");
  const database = await openDatabase({ url });
  await prepare(database);
  return { database, url, close: () => database.close().then(postgres.stop) };
}

/** A database on the run's PostgreSQL as it was before a migration, given by its number. The caller migrates and closes it. */
export async function databaseBefore(migration: string): Promise<Database> {
  const earlier = mkdtempSync(join(tmpdir(), "baize-before-"));
  for (const name of readdirSync(projectPath("db/migrations")))
    if (name < migration) cpSync(projectPath(`db/migrations/${name}`), join(earlier, name));
  const database = await openDatabase({ url: await createPostgresDatabase({ template: "template1" }) });
  await migrate(database, { dir: earlier });
  rmSync(earlier, { recursive: true });
  return database;
}

/** Creates a database on the run's PostgreSQL and returns its address. It is removed with the server. */
export async function createPostgresDatabase({
  template = MIGRATED_TEMPLATE,
}: { template?: string } = {}): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying the files takes half of what writing them through the log takes, as PostgreSQL does by itself.
  await runOnce(url.href, `create database ${name} template ${template} strategy file_copy`);
  url.pathname = name;
  return url.href;
}
