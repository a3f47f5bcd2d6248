import { AsyncLocalStorage } from "node:async_hooks";
import type { Dialect, Driver } from "kysely";

/**
 * Stops code inside a transaction from using the outer database. On PGlite's one connection such a query would wait for its own
 * transaction for ever; on PostgreSQL it would read and write outside of it.
 */
export type TransactionGuard = {
  /** Wraps a dialect so that it refuses to hand out connections inside a transaction. */
  dialect(inner: Dialect): Dialect;
  /** Runs a body that begins and ends a transaction. */
  run<T>(body: () => Promise<T>): Promise<T>;
  assertOutside(): void;
};

export function createTransactionGuard(): TransactionGuard {
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

/** A transaction acquires its connection once. Whoever acquires another one inside it uses the outer database by mistake. */
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
