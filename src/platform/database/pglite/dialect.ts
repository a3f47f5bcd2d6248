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
 * Kysely over the embedded database's thread. Kysely's own PGlite dialect lends its one connection to one query at a
 * time; here statements queue in the thread, and the guard of database.server.ts sees every one before it waits.
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
    // A commit that a deferred constraint refuses has ended the transaction; Kysely then rolls back all the same.
    rollbackTransaction: async (connection) => {
      if (own(connection).transaction !== undefined) await client.rollback(own(connection).leaveTransaction());
    },
  };
}

/** A "connection" is only the memory of which transaction its statements belong to. */
class PgliteConnection implements DatabaseConnection {
  readonly client: PgliteClient;
  transaction: number | undefined;

  constructor(client: PgliteClient) {
    this.client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const options = this.transaction === undefined ? {} : { transaction: this.transaction };
    const { rows, affected } = await this.client.query(sql, parameters, options);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What a statement's rows are, only its writer knows.
    const typed = rows as R[];
    return affected === undefined ? { rows: typed } : { rows: typed, numAffectedRows: BigInt(affected) };
  }

  streamQuery(): never {
    throw new Error("The embedded database does not stream");
  }

  leaveTransaction(): number {
    const { transaction } = this;
    if (transaction === undefined) throw new Error("There is no transaction to end");
    this.transaction = undefined;
    return transaction;
  }
}

function own(connection: DatabaseConnection): PgliteConnection {
  if (!(connection instanceof PgliteConnection)) throw new Error("A connection of another database");
  return connection;
}

function modesOf({ isolationLevel, accessMode }: TransactionSettings): string {
  return [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(" ");
}

function throwAborted(error: unknown): never {
  if (error instanceof PgliteError && error.code === "25P02") throw new AbortedTransactionError({ cause: error });
  throw error;
}
