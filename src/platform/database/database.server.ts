import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Kysely, sql, type Transaction as KyselyTransaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Log } from "../log.server.ts";
import { listenOnPglite, listenOnPostgres, type Listener } from "./notifications.server.ts";
import { openPglite, type PgliteClient } from "./pglite/client.ts";
import { pgliteDialect } from "./pglite/dialect.ts";
import { openPgliteDirectory } from "./pglite/directory.ts";
import { postgresDialect, type PoolName } from "./postgres.server.ts";
import { isCollision } from "./errors.server.ts";
import { createTransactionGuard, type TransactionGuard } from "./transaction-guard.server.ts";
import { withAdvisoryLock } from "./advisory-lock.server.ts";
import { createVenueRows, type VenueIds } from "./venue-rows.server.ts";

export type Transaction = KyselyTransaction<Tables>;
/** What a query runs on: the database itself or a transaction. */
export type Db = Kysely<Tables>;

/** The database, embedded or PostgreSQL. Its users need not know which. */
export type Database = {
  /** For single statements outside a transaction. Throws inside one: on PGlite's single connection it would wait for itself. */
  readonly db: Kysely<Tables>;
  readonly kind: "pglite" | "postgres";
  /** The connection that the job queue uses (jobs.server.ts). */
  readonly source: { pglite: PgliteClient } | { url: string };
  /** Notifies every node when the transaction commits. `channel` is a plain lower-case name, `payload` under 8000 bytes. */
  notify(tx: Transaction, channel: string, payload: string): Promise<void>;
  /** Listens to notifications of all nodes on a channel; see Listener for `onReconnect`. */
  listen: Listener["listen"];
  /** One transaction; see inTransaction. */
  transact<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `run` on the connections reserved for movements of money, so that slow queries elsewhere do not delay them. */
  forMoney<T>(run: () => T): T;
  /** Runs `run` on the connections of jobs, whose statements may take a minute. For all that no visitor waits for. */
  forJobs<T>(run: () => T): T;
  /** Runs `run` on the connection of the readiness probe, which must not wait behind visitors. */
  forHealth<T>(run: () => T): T;
  /** Runs `run` on the connections of migrations, which have no limits. */
  forMigrations<T>(run: () => T): T;
  /** Runs `run` under an advisory lock, so that of all nodes one at a time does. `key` is any number. */
  withLock<T>(key: number, run: () => Promise<T>): Promise<T>;
  /** Runs `run` with row-level security for one venue: its queries can reach that venue's rows only (venue-rows.server.ts). */
  forVenue<T>(venue: VenueIds, run: () => T): T;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL address. Without it the database is embedded. */
  url?: string | undefined;
  /** The address of PostgreSQL without a pooler, for LISTEN. Defaults to `url`. */
  listenUrl?: string | undefined;
  /** The directory of the embedded database. Without it the database lives in memory. */
  dir?: string | undefined;
  /** The path of a dumped embedded database to start from. */
  snapshot?: string | undefined;
  /** The port of the site that opens the directory, written into the lock file for other processes. */
  port?: number | undefined;
  log?: Log | undefined;
};

const RETRIES_MAX = 3;
/**
 * Opens PostgreSQL at `url`, or the embedded database in `dir` or in memory. Throws DirectoryInUse (pglite/lock.ts) if another
 * process holds the directory. The connection to PostgreSQL is made by the first query, not here.
 */
export async function openDatabase({
  url,
  listenUrl = url,
  dir,
  snapshot,
  port,
  log,
}: DatabaseOptions = {}): Promise<Database> {
  if (url !== undefined) return openPostgres(url, listenUrl ?? url, log);
  const workerFile = projectPath("src/platform/database/pglite/worker.ts");
  const beginning = snapshot === undefined ? {} : { snapshot };
  const client =
    dir === undefined
      ? await openPglite(workerFile, beginning)
      : await openPgliteDirectory(workerFile, dir, { ...beginning, ...(port === undefined ? {} : { port }) });
  return openEmbedded(client);
}

/**
 * Runs `run` in one transaction. Inside, use only the given `tx`, and wait for nothing outside the database. With `isRepeatable` a
 * deadlock or serialization failure runs it again, at most three times; `run` must then have no effect besides its SQL.
 */
export async function inTransaction<T>(
  database: Database,
  run: (tx: Transaction) => Promise<T>,
  { isRepeatable = false }: { isRepeatable?: boolean } = {},
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await database.transact(run);
    } catch (error) {
      if (!isRepeatable || retries === RETRIES_MAX || !isCollision(error)) throw error;
      await delay(2 ** retries * 10 * (1 + Math.random()));
    }
  }
}

/**
 * The absolute path of a file of the repository. In the build, `import.meta.url` no longer points into the sources, so the root is
 * searched upwards from it. The sources are part of a production installation too.
 */
export function projectPath(relative: string): string {
  for (let dir = dirname(fileURLToPath(import.meta.url)); dir !== dirname(dir); dir = dirname(dir)) {
    const path = join(dir, relative);
    if (existsSync(join(dir, "package.json")) && existsSync(path)) return path;
  }
  throw new Error(`${relative} is missing from the installation`);
}

function openEmbedded(client: PgliteClient): Database {
  const guard = createTransactionGuard();
  const rows = createVenueRows();
  const db = new Kysely<Tables>({ dialect: guard.dialect(rows.dialect(pgliteDialect(client))) });
  return databaseOf({
    db,
    forVenue: rows.run,
    guard,
    kind: "pglite",
    source: { pglite: guardedClient(client, guard) },
    listener: listenOnPglite(client),
    // There is only one connection, and only one node.
    inPool: (_name, run) => run(),
    withLock: (_key, run) => run(),
    end: () => client.close(),
  });
}

/** Applies the same rule to queries that do not go through Kysely. */
function guardedClient(client: PgliteClient, guard: TransactionGuard): PgliteClient {
  return {
    ...client,
    async query(...call) {
      guard.assertOutside();
      return client.query(...call);
    },
  };
}

function openPostgres(url: string, listenUrl: string, log: Log | undefined): Database {
  const guard = createTransactionGuard();
  const pool = new AsyncLocalStorage<PoolName>();
  const rows = createVenueRows();
  const db = new Kysely<Tables>({
    dialect: guard.dialect(
      rows.dialect(postgresDialect({ url, directUrl: listenUrl }, log, () => pool.getStore() ?? "pages")),
    ),
  });
  return databaseOf({
    db,
    forVenue: rows.run,
    guard,
    kind: "postgres",
    source: { url },
    listener: listenOnPostgres(listenUrl, log),
    inPool: (name, run) => pool.run(name, run),
    withLock: (key, run) => withAdvisoryLock(listenUrl, key, run),
    end: async () => undefined,
  });
}

type Parts = Pick<Database, "db" | "kind" | "source" | "forVenue" | "withLock"> & {
  inPool: <T>(name: PoolName, run: () => T) => T;
  guard: TransactionGuard;
  listener: Listener;
  end: () => Promise<void>;
};

function databaseOf({ db, kind, source, guard, listener, inPool, forVenue, withLock: lock, end }: Parts): Database {
  return {
    db,
    kind,
    source,
    forMoney: (run) => inPool("money", run),
    forJobs: (run) => inPool("jobs", run),
    forHealth: (run) => inPool("health", run),
    forMigrations: (run) => inPool("migrations", run),
    withLock: lock,
    forVenue,
    transact: (run) => guard.run(() => db.transaction().execute(run)),
    notify: async (tx, channel, payload) => void (await sql`select pg_notify(${channel}, ${payload})`.execute(tx)),
    async listen(channel, onPayload, onReconnect) {
      guard.assertOutside();
      return listener.listen(channel, onPayload, onReconnect);
    },
    async close() {
      await listener.close();
      await db.destroy();
      await end();
    },
  };
}
