import { Worker } from "node:worker_threads";
import type { QueryAnswer } from "./queries.ts";
import type { WorkerCall, WorkerError, WorkerMessage, WorkerResults, WorkerSource } from "./worker.ts";

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

/** The embedded database in its worker thread. Calls may overlap; the thread runs them in order. */
export type PgliteClient = {
  query(
    sql: string,
    parameters: readonly unknown[],
    options?: { transaction?: number; hasNumberInt8?: boolean },
  ): Promise<QueryAnswer>;
  begin(settings: string): Promise<number>;
  commit(transaction: number): Promise<void>;
  rollback(transaction: number): Promise<void>;
  /** At most one listener per channel. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>;
  unlisten(channel: string): Promise<void>;
  /** The whole database as a tar archive, which can be opened again as a snapshot. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Starts the worker thread and opens the database in it. `workerFile` is the thread's source file, also in production: Node strips
 * its types, so the bundler need not know it.
 */
export async function openPglite(workerFile: string, source: WorkerSource): Promise<PgliteClient> {
  // Options of this process, such as --input-type, must not apply to the thread's file.
  const channel = openChannel(new Worker(workerFile, { workerData: source, name: "pglite", execArgv: [] }));
  try {
    await channel.call({ call: "ready" });
  } catch (error) {
    await channel.stop();
    throw error;
  }
  return clientOf(channel);
}

type Channel = ReturnType<typeof openChannel>;
/** Methods, not function properties: their parameters are bivariant, so resolvers of every result type fit. */
type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

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
    async call<Call extends WorkerCall>(call: Call): Promise<WorkerResults[Call["call"]]> {
      if (ended !== undefined) throw ended;
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<WorkerResults[Call["call"]]>();
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...call, id });
      return promise;
    },
    async stop(): Promise<void> {
      await worker.terminate();
    },
  };
}

function clientOf(channel: Channel): PgliteClient {
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await channel.call({ call: "close" }).catch(() => undefined);
    await channel.stop();
  }
  return {
    query: (sql, parameters, options) => channel.call({ call: "query", sql, parameters, ...options }),
    begin: (settings) => channel.call({ call: "begin", settings }),
    commit: (transaction) => channel.call({ call: "commit", transaction }),
    rollback: (transaction) => channel.call({ call: "rollback", transaction }),
    async listen(name, onPayload) {
      channel.listeners.set(name, onPayload);
      await channel.call({ call: "listen", channel: name });
    },
    async unlisten(name) {
      channel.listeners.delete(name);
      await channel.call({ call: "unlisten", channel: name });
    },
    dump: () => channel.call({ call: "dump" }),
    close: () => (closing ??= close()),
  };
}
