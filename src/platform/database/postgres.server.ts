import { CompiledQuery, PostgresDialect, type Dialect } from "kysely";
import pg from "pg";
import type { Log } from "../log.server.ts";

const CONNECTIONS_MAX = 10;
/** Of those that nothing but money takes (F25). */
const MONEY_CONNECTIONS_MAX = 8;
/** How long a query waits for a free connection before it is refused (F25). */
const CONNECTION_WAIT_MS = 1000;

const { types } = pg;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
/** Types that the driver knows and its typings do not. */
const textArray = (types.getTypeParser as (oid: number) => (text: string) => (string | null)[])(1009);

/** The same types as PGlite gives (pglite/worker.ts). Set for our connections only: pg-boss has its own and expects the driver's. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, (text) => BigInt(text)],
  [types.builtins.DATE, (text) => text],
  [types.builtins.INTERVAL, (text) => text],
  [types.builtins.BYTEA, parseBytea],
  [INT8_ARRAY, (text) => textArray(text).map((item) => (item === null ? null : BigInt(item)))],
  [DATE_ARRAY, textArray],
]);

const ourTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? types.getTypeParser(oid, format),
};

/**
 * Kysely over pools of connections to PostgreSQL. Sessions are in UTC, as PGlite's is. Whoever asks while `isMoney` says so is given a
 * connection of a pool of its own, which whatever keeps the others busy cannot take (F25).
 */
export function postgresDialect(url: string, log: Log | undefined, isMoney: () => boolean): Dialect {
  const [shared, money] = [poolOf(url, CONNECTIONS_MAX, log), poolOf(url, MONEY_CONNECTIONS_MAX, log)];
  return new PostgresDialect({
    pool: {
      connect: () => (isMoney() ? money : shared).connect(),
      end: async () => void (await Promise.all([shared.end(), money.end()])),
      options: shared.options,
    },
    onCreateConnection: async (connection) =>
      void (await connection.executeQuery(CompiledQuery.raw("set time zone 'UTC'"))),
  });
}

function poolOf(url: string, max: number, log: Log | undefined): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    keepAlive: true,
    types: ourTypes,
  });
  // A connection that the server ends while nobody waits for an answer on it, idle or between two statements of a transaction, is
  // replaced at the next query; unheard, its error would end the process (F13).
  pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function parseBytea(text: string): Uint8Array {
  const bytes: Buffer = types.getTypeParser(types.builtins.BYTEA)(text);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
