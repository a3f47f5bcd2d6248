import {
  AbortedTransactionError,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import { PgliteError, type PgliteClient } from "./client.ts";

/**
 * Kysely's dialect for the embedded database's thread. Kysely's own PGlite dialect lends its one connection to one query at a time.
 * Here the thread queues the statements, so the guard of database.server.ts sees each of them before it waits.
 */
export function pgliteDialect(client: PgliteClient): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => pgliteDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function pgliteDriver(client: PgliteClient): Driver {
  return {
    init: async () => undefined,
    acquireConnection: async () => new PgliteConnection(client),
    releaseConnection: async () => undefined,
    destroy: () => client.close(),
    beginTransaction: async (connection, settings) => {
      own(connection).transaction = await client.begin(modesOf(settings));
    },
    commitTransaction: (connection) => client.commit(own(connection).leaveTransaction()).catch(throwAborted),
    // A commit refused by a deferred constraint has ended the transaction, but Kysely still rolls back.
    rollbackTransaction: async (connection) => {
      if (own(connection).transaction !== undefined) await client.rollback(own(connection).leaveTransaction());
    },
  };
}

/** This "connection" only remembers which transaction its statements belong to. */
class PgliteConnection implements DatabaseConnection {
  readonly client: PgliteClient;
  transaction: number | undefined;

  constructor(client: PgliteClient) {
    this.client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const options = this.transaction === undefined ? {} : { transaction: this.transaction };
    const { rows, affected } = await this.client.query(sql, parameters, options);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only the author of a statement knows the type of its rows.
    const typed = rows as R[];
    return affected === undefined ? { rows: typed } : { rows: typed, numAffectedRows: BigInt(affected) };
  }

  streamQuery(): never {
    throw new Error("The embedded database does not support streaming");
  }

  leaveTransaction(): number {
    const { transaction } = this;
    if (transaction === undefined) throw new Error("No transaction is open");
    this.transaction = undefined;
    return transaction;
  }
}

function own(connection: DatabaseConnection): PgliteConnection {
  if (!(connection instanceof PgliteConnection)) throw new Error("The connection belongs to another database");
  return connection;
}

function modesOf({ isolationLevel, accessMode }: TransactionSettings): string {
  return [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" ");
}

function throwAborted(error: unknown): never {
  if (error instanceof PgliteError && error.code === "25P02") throw new AbortedTransactionError({ cause: error });
  throw error;
}
