import { AsyncLocalStorage } from "node:async_hooks";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Kysely, sql, type Dialect, type Driver, type Transaction as KyselyTransaction } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Log } from "../log.server.ts";
import { listenOnPglite, listenOnPostgres, type Listener } from "./notifications.server.ts";
import { openPglite, type PgliteClient } from "./pglite/client.ts";
import { pgliteDialect } from "./pglite/dialect.ts";
import { openPgliteDirectory } from "./pglite/directory.ts";
import { postgresDialect } from "./postgres.server.ts";
import { createVenueRows, type VenueAtWork } from "./venue-rows.server.ts";

export type Transaction = KyselyTransaction<Tables>;

/** The database, embedded or not; what is written on it does not know which. */
export type Database = {
  /** For single statements outside a transaction. Inside one it throws: on one connection it would wait for itself. */
  readonly db: Kysely<Tables>;
  readonly kind: "pglite" | "postgres";
  /** What the job queue is built on (jobs.server.ts). */
  readonly source: { pglite: PgliteClient } | { url: string };
  /** Tells every node, when the transaction commits. `channel` is a plain lower-case name, `payload` under 8000 bytes. */
  notify(tx: Transaction, channel: string, payload: string): Promise<void>;
  /** Hears what any node says on a channel; see Listener for `onReconnect`. */
  listen: Listener["listen"];
  /** One transaction; see inTransaction. */
  transact<T>(run: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `run`, whose queries take the connections that are kept for money: slow ones elsewhere do not hold it up (F25). */
  forMoney<T>(run: () => T): T;
  /** Runs `run`, whose queries reach that venue's rows alone, whatever they ask for (T34; venue-rows.server.ts). */
  forVenue<T>(venue: VenueAtWork, run: () => T): T;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** A PostgreSQL address. Without one the database is embedded. */
  url?: string | undefined;
  /** PostgreSQL reached without a pooler, for LISTEN; by default `url`. */
  listenUrl?: string | undefined;
  /** The directory that holds the embedded database. Without one it lives in memory. */
  dir?: string | undefined;
  /** A dumped embedded database to begin with. */
  snapshot?: string | undefined;
  /** The port of the site that opens the directory, told to whoever else wants to. */
  port?: number | undefined;
  log?: Log | undefined;
};

const RETRIES_MAX = 3;
/** A serialization failure and a deadlock. */
const COLLISIONS = ["40001", "40P01"];

/**
 * Opens PostgreSQL at `url`, or the embedded database in `dir` or in memory. Throws DirectoryInUse (pglite-lock.ts)
 * where another process has the directory (F26). PostgreSQL itself is first spoken to by the first query.
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
 * Runs `run` in one transaction: all of it or nothing. Inside, only the given `tx` may be used, and nothing that waits
 * for the outside world. With `isRepeatable` a deadlock or serialization failure runs it again, at most three times;
 * `run` must then have no effect beside its SQL.
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

/** True for a transaction that lost against others every time: nothing of it was done, and whoever asks again may have better luck. */
function isCollision(error: unknown): boolean {
  return COLLISIONS.includes(codeOf(error) ?? "");
}

/** True for errors that mean "the database cannot be reached now": the answer is 503, not 500 (F13, F25). */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (/^(08|57P0[123]|53)/.test(code) || NETWORK_ERRORS.has(code))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** True for errors that asking again may cure, nothing being done: unreachable now, or lost against others. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || isCollision(error);
}

/** True where a unique index refused a row: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === "23505";
}

const NETWORK_ERRORS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|The embedded database (is closed|failed))/;

/**
 * The path of a file of the repository. The build runs from a folder of its own, where `import.meta.url` no longer
 * tells, so the root is looked for upwards; the sources are there in production too.
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
    // One connection is all there is.
    forMoney: (run) => run(),
    end: () => client.close(),
  });
}

/** What does not go through Kysely is held to the same rule. */
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
  const money = new AsyncLocalStorage<true>();
  const isMoney = () => money.getStore() === true;
  const rows = createVenueRows();
  const db = new Kysely<Tables>({ dialect: guard.dialect(rows.dialect(postgresDialect(url, log, isMoney))) });
  return databaseOf({
    db,
    forVenue: rows.run,
    guard,
    kind: "postgres",
    source: { url },
    listener: listenOnPostgres(listenUrl, log),
    forMoney: (run) => money.run(true, run),
    end: async () => undefined,
  });
}

type Parts = Pick<Database, "db" | "kind" | "source" | "forMoney" | "forVenue"> & {
  guard: TransactionGuard;
  listener: Listener;
  end: () => Promise<void>;
};

function databaseOf({ db, kind, source, guard, listener, forMoney, forVenue, end }: Parts): Database {
  return {
    db,
    kind,
    source,
    forMoney,
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

/**
 * Stops code inside a transaction from asking the database beside it. On PGlite's one connection such a query would
 * wait for its own transaction for ever; on PostgreSQL it would read and write outside of it.
 */
type TransactionGuard = {
  /** The same dialect, whose connections are refused inside a transaction. */
  dialect(inner: Dialect): Dialect;
  /** Runs what begins and ends a transaction. */
  run<T>(body: () => Promise<T>): Promise<T>;
  assertOutside(): void;
};

function createTransactionGuard(): TransactionGuard {
  const scope = new AsyncLocalStorage<{ isOpen: boolean }>();
  function assertOutside(): void {
    if (scope.getStore()?.isOpen === true)
      throw new Error("Inside a transaction only its tx may be used, not the database beside it");
  }
  return {
    assertOutside,
    async run(body) {
      assertOutside();
      return scope.run({ isOpen: false }, body);
    },
    dialect: (inner) => ({
      createAdapter: () => inner.createAdapter(),
      createIntrospector: (db) => inner.createIntrospector(db),
      createQueryCompiler: () => inner.createQueryCompiler(),
      createDriver: () => guarded(inner.createDriver(), scope, assertOutside),
    }),
  };
}

/** A transaction's own statements never ask for a connection again, so whoever asks inside one is beside it. */
function guarded(inner: Driver, scope: AsyncLocalStorage<{ isOpen: boolean }>, assertOutside: () => void): Driver {
  const ending = async (end: Promise<void>) => {
    const store = scope.getStore();
    await end.finally(() => {
      if (store !== undefined) store.isOpen = false;
    });
  };
  return {
    init: (options) => inner.init(options),
    destroy: (options) => inner.destroy(options),
    async acquireConnection(options) {
      assertOutside();
      return inner.acquireConnection(options);
    },
    releaseConnection: (connection, options) => inner.releaseConnection(connection, options),
    async beginTransaction(connection, settings) {
      const store = scope.getStore();
      if (store === undefined) throw new Error("Transactions begin with inTransaction");
      await inner.beginTransaction(connection, settings);
      store.isOpen = true;
    },
    commitTransaction: (connection) => ending(inner.commitTransaction(connection)),
    rollbackTransaction: (connection) => ending(inner.rollbackTransaction(connection)),
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
