import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { prepare } from "./pglite-snapshot.ts";
import { startPostgres } from "./postgres.ts";
import { IS_PROOF } from "./proof.ts";

/** What global-setup.ts made once for the whole run. */
declare module "vitest" {
  interface ProvidedContext {
    /** The path of a dumped PGlite with all migrations. */
    pgliteSnapshot: string;
    /** The address of PostgreSQL's own database, from which others are made. */
    postgresUrl: string;
  }
}

/** A busy machine takes its time to start a database. */
const OPEN_MS = 60_000;

/** The database that test databases are copied from: all migrations, no rows. */
export const MIGRATED_TEMPLATE = "baize_migrated";

const EMBEDDED = ["PGlite", memoryDatabase] as const;
const REAL = ["PostgreSQL", postgresDatabase] as const;

type DeclareTests = (open: () => Promise<Database>) => void;

/**
 * Declares the same tests on PGlite and on PostgreSQL: for what the two do differently, such as locks, notices, roles, migrations and the
 * types that a driver reads. `open` gives this file's own database of the kind, migrated and empty; it is the same at every call and closed
 * after the last test.
 */
export function eachDatabase(name: string, declareTests: DeclareTests): void {
  declareOn([EMBEDDED, REAL], name, declareTests);
}

/** The same for what is plain SQL to both: on PostgreSQL, which is the quicker, and by `npm run proof` on PGlite too. */
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

/** A database of its own for tests of plain SQL, migrated and empty: on PostgreSQL, by `npm run proof` embedded. The caller closes it. */
export async function ownDatabase(): Promise<Database> {
  return IS_PROOF ? memoryDatabase() : postgresDatabase();
}

/** An embedded database in memory, migrated and empty; the caller closes it. */
export async function memoryDatabase(): Promise<Database> {
  return openDatabase({ snapshot: inject("pgliteSnapshot") });
}

/** A database of its own on the run's PostgreSQL, migrated and empty; the caller closes it. */
export async function postgresDatabase(): Promise<Database> {
  return openDatabase({ url: await createPostgresDatabase() });
}

/**
 * A migrated database on a PostgreSQL of its own with fsync on: where times are compared, what a commit waits for is to be in them. The
 * caller closes it, and with it the server.
 */
export async function durableDatabase(): Promise<{ database: Database; url: string; close: () => Promise<void> }> {
  const postgres = await startPostgres({ isDurable: true });
  const url = postgres.url("postgres");
  const database = await openDatabase({ url });
  await prepare(database);
  return { database, url, close: () => database.close().then(postgres.stop) };
}

/** Makes a database on the run's PostgreSQL and gives its address. It goes with the server. */
export async function createPostgresDatabase({
  template = MIGRATED_TEMPLATE,
}: { template?: string } = {}): Promise<string> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runOnce(url.href, `create database ${name} template ${template}`);
  url.pathname = name;
  return url.href;
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
