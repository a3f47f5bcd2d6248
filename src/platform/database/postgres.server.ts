import { CompiledQuery, PostgresDialect, type Dialect } from "kysely";
import pg from "pg";
import type { Log } from "../log.server.ts";

const CONNECTIONS_MAX = 10;
/** The size of the second pool, which payments alone use. */
const MONEY_CONNECTIONS_MAX = 8;
/** How long a query waits for a free connection before it is refused. */
const CONNECTION_WAIT_MS = 1000;

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

const ourTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? types.getTypeParser(oid, format),
};

/**
 * Kysely's dialect over two pools of connections to PostgreSQL. Sessions are in UTC, as PGlite's is. While `isMoney` returns true, a
 * connection comes from the payments' own pool, so that other queries cannot use up the connections that payments need.
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
  // The server may end a connection that is idle or between two statements of a transaction. The next query replaces it. Without a
  // listener the error event would end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function parseBytea(text: string): Uint8Array {
  const bytes: Buffer = types.getTypeParser(types.builtins.BYTEA)(text);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
