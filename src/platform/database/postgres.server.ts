import { PostgresDialect, type Dialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import type { Log } from "../log.server.ts";

/**
 * The pools of connections, each with limits that fit its use, so that none of them waits for another: pages and calls
 * (the default), movements of money, jobs in the background, the readiness probe, and migrations, which set their own limits. `waitMs` is
 * how long a query waits for a free connection, `statementMs` how long one statement may take.
 */
const POOLS = {
  pages: { connections: 10, waitMs: 1_000, statementMs: 2_000 },
  money: { connections: 8, waitMs: 1_000, statementMs: 5_000 },
  jobs: { connections: 4, waitMs: 10_000, statementMs: 60_000 },
  health: { connections: 1, waitMs: 1_000, statementMs: 2_000 },
  migrations: { connections: 2, waitMs: 10_000, statementMs: null },
} as const;

export type PoolName = keyof typeof POOLS;

const LOCK_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 10_000;
/** How much longer we wait than the server should take. After that it is frozen or gone, and its connection is given up. */
const SILENCE_MS = 500;
/** The driver's error for it. */
export const SILENT = "Query read timeout";

/** Limits of a session, which the server applies. A pooler between must be told to ignore them (docs/operating.md). */
export function sessionLimits(name: PoolName): pg.PoolConfig {
  const { statementMs } = POOLS[name];
  if (statementMs === null) return { options: "-c statement_timeout=0 -c lock_timeout=0" };
  return {
    statement_timeout: statementMs,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs + SILENCE_MS,
  };
}

const { types } = pg;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
/** An array parser that the driver has and its typings lack. */
const textArray = (types.getTypeParser as (oid: number) => (text: string) => (string | null)[])(1009);

/** The same JavaScript types as PGlite's (pglite/queries.ts). Set for our connections only, because pg-boss expects the driver's own. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, (text) => BigInt(text)],
  [types.builtins.DATE, (text) => text],
  [types.builtins.INTERVAL, (text) => text],
  [types.builtins.BYTEA, parseBytea],
  [INT8_ARRAY, (text) => textArray(text).map((item) => (item === null ? null : BigInt(item)))],
  [DATE_ARRAY, textArray],
]);

export const driverTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? types.getTypeParser(oid, format),
};

/**
 * Kysely's dialect over these pools. Sessions are in UTC, as PGlite's is. A connection comes from the pool that `current` names. `directUrl` is the database without a pooler.
 */
export function postgresDialect(
  { url, directUrl }: { url: string; directUrl: string },
  log: Log | undefined,
  current: () => PoolName,
): Dialect {
  const pools = {
    pages: poolOf(url, "pages", log),
    money: poolOf(url, "money", log),
    jobs: poolOf(url, "jobs", log),
    health: poolOf(url, "health", log),
    migrations: poolOf(directUrl, "migrations", log),
  };
  return new PostgresDialect({
    pool: {
      connect: async () => discardedAfterTimeout(await pools[current()].connect()),
      async end() {
        const { migrations, ...others } = pools;
        // An index may be in the making for hours; the server completes it by itself.
        void migrations.end();
        await Promise.all(Object.values(others).map((pool) => pool.end()));
      },
      options: pools.pages.options,
    },
  });
}

function poolOf(url: string, name: PoolName, log: Log | undefined): pg.Pool {
  const { connections, waitMs } = POOLS[name];
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `baize ${name}`,
    max: connections,
    connectionTimeoutMillis: waitMs,
    keepAlive: true,
    types: driverTypes,
    ...sessionLimits(name),
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it; its typings do not say so.
    onConnect: async (client) => void (await client.query("set time zone 'UTC'")),
  });
  // The server may end a connection that is idle or between two statements of a transaction. The next query replaces it. Without a
  // listener the error event would end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * The driver stops waiting for a silent server, but would lend the connection again, on which the next query waits behind the first.
 * Here nothing more is sent on it, not even a rollback, and it is closed when it is released. The server rolls back what was open.
 */
function discardedAfterTimeout(client: pg.PoolClient): PostgresPoolClient {
  let silence: Error | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (silence !== undefined) throw silence;
    return client.query(text, [...parameters]).catch((error: unknown) => {
      if (error instanceof Error && error.message === SILENT) silence = error;
      throw error;
    });
  };
  return {
    // Cursors, the other form of a query, are not used.
    query: query as unknown as PostgresPoolClient["query"],
    release: (isBroken = false) => client.release(isBroken || silence !== undefined),
  };
}

function parseBytea(text: string): Uint8Array {
  const bytes: Buffer = types.getTypeParser(types.builtins.BYTEA)(text);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
