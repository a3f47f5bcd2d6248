import { Worker } from "node:worker_threads";
import type { QueryAnswer, WorkerCall, WorkerError, WorkerMessage, WorkerSource } from "./pglite-worker.ts";

/** An error of the embedded database, with the fields that the pg driver's errors carry. */
export class PgliteError extends Error {
  readonly code: string | undefined;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor({ message, ...fields }: WorkerError) {
    super(message);
    this.name = "PgliteError";
    this.code = fields.code;
    this.constraint = fields.constraint;
    this.detail = fields.detail;
    Object.assign(this, fields);
  }
}

/** The embedded database behind its thread. All calls may overlap; the thread puts them in order. */
export type PgliteClient = {
  query(sql: string, parameters: readonly unknown[], options?: { transaction?: number; hasNumberInt8?: boolean }): Promise<QueryAnswer>;
  begin(settings: string): Promise<number>;
  commit(transaction: number): Promise<void>;
  rollback(transaction: number): Promise<void>;
  /** One listener a channel. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>;
  unlisten(channel: string): Promise<void>;
  /** The whole database as a tar archive, to be opened again as a snapshot. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Starts the thread and opens the database in it. `workerFile` is the source file of the thread, also in production:
 * Node strips its types, so no bundle needs to know about it.
 */
export async function openPglite(workerFile: string, source: WorkerSource): Promise<PgliteClient> {
  const channel = openChannel(new Worker(workerFile, { workerData: source, name: "pglite" }));
  try {
    await channel.call({ call: "ready" });
  } catch (error) {
    await channel.stop();
    throw error;
  }
  return clientOf(channel);
}

type Channel = ReturnType<typeof openChannel>;
type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void };

function openChannel(worker: Worker) {
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, (payload: string) => void>();
  let lastId = 0;
  let ended: Error | undefined;

  function settle(message: WorkerMessage): void {
    if ("channel" in message) return listeners.get(message.channel)?.(message.payload);
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if ("error" in message) caller?.reject(new PgliteError(message.error));
    else caller?.resolve(message.result);
  }

  function end(reason: Error): void {
    ended ??= reason;
    for (const caller of waiting.values()) caller.reject(ended);
    waiting.clear();
  }

  worker.on("message", settle);
  worker.on("error", (error) => end(new Error("The embedded database failed", { cause: error })));
  worker.on("exit", () => end(new Error("The embedded database is closed")));

  return {
    listeners,
    async call(call: WorkerCall): Promise<unknown> {
      if (ended !== undefined) throw ended;
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...call, id });
      return promise;
    },
    async stop(): Promise<void> {
      await worker.terminate();
    },
  };
}

function clientOf({ call, listeners, stop }: Channel): PgliteClient {
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await call({ call: "close" }).catch(() => undefined);
    await stop();
  }
  return {
    query: async (sql, parameters, options) => (await call({ call: "query", sql, parameters, ...options })) as QueryAnswer,
    begin: async (settings) => (await call({ call: "begin", settings })) as number,
    commit: async (transaction) => void (await call({ call: "commit", transaction })),
    rollback: async (transaction) => void (await call({ call: "rollback", transaction })),
    async listen(channel, onPayload) {
      listeners.set(channel, onPayload);
      await call({ call: "listen", channel });
    },
    async unlisten(channel) {
      listeners.delete(channel);
      await call({ call: "unlisten", channel });
    },
    dump: async () => (await call({ call: "dump" })) as Uint8Array,
    close: () => (closing ??= close()),
  };
}
