import { fdatasyncSync, readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { PARSERS, runQuery, SERIALIZERS, type QueryAnswer } from "./queries.ts";

/**
 * The thread of the embedded database: a slow query must not stop the site from answering. It communicates by messages; the other
 * side is client.ts. Node runs this file without a build, so it imports packages and plain files only.
 */

/**
 * What the thread opens. Without `dir` the database lives in memory. `snapshot` is the path of a dumped database. With `isFleeting`
 * nothing is synced to the disk: the caller does that at the end, or deletes the directory.
 */
export type WorkerSource = { dir?: string; snapshot?: string; isFleeting?: boolean };

export type WorkerCall =
  | { call: "ready" }
  | { call: "query"; sql: string; parameters: readonly unknown[]; transaction?: number; hasNumberInt8?: boolean }
  | { call: "begin"; settings: string }
  | { call: "commit"; transaction: number }
  | { call: "rollback"; transaction: number }
  | { call: "listen"; channel: string }
  | { call: "unlisten"; channel: string }
  | { call: "dump" }
  | { call: "close" };

export type WorkerRequest = WorkerCall & { id: number };

/** The result of each call. */
export type WorkerResults = {
  ready: undefined;
  query: QueryAnswer;
  begin: number;
  commit: undefined;
  rollback: undefined;
  listen: undefined;
  unlisten: undefined;
  dump: Uint8Array;
  close: undefined;
};

/** The fields of a PostgreSQL error. They are sent one by one, because an Error object loses them between threads. */
export type WorkerError = { message: string } & Partial<Record<(typeof ERROR_FIELDS)[number], string>>;

export type WorkerMessage =
  | { id: number; result: unknown }
  | { id: number; error: WorkerError }
  | { channel: string; payload: string };

const ERROR_FIELDS = [
  "code",
  "detail",
  "hint",
  "constraint",
  "table",
  "column",
  "schema",
  "severity",
  "where",
  "routine",
] as const;

function serve(port: NonNullable<typeof parentPort>, source: WorkerSource): void {
  const send = (message: WorkerMessage) => port.postMessage(message);
  const opened = openSession(source, (channel, payload) => send({ channel, payload }));
  port.on("message", (request: WorkerRequest) => {
    opened
      .then((session) => session.answer(request))
      .then(
        (result) => send({ id: request.id, result }),
        (error: unknown) => send({ id: request.id, error: describe(error) }),
      );
  });
}

type Session = { answer: (call: WorkerCall) => Promise<unknown> };

async function openSession(
  source: WorkerSource,
  onNotification: (channel: string, payload: string) => void,
): Promise<Session> {
  const database = await openPglite(source);
  const { begin, end, query, alone } = lend(database);
  const listening = new Map<string, Promise<() => Promise<void>>>();

  async function listen(channel: string): Promise<void> {
    const begun =
      listening.get(channel) ?? alone(() => database.listen(channel, (payload) => onNotification(channel, payload)));
    listening.set(channel, begun);
    await begun;
  }

  async function unlisten(channel: string): Promise<void> {
    const begun = listening.get(channel);
    listening.delete(channel);
    const stop = await begun;
    if (stop !== undefined) await alone(stop);
  }

  return {
    async answer(call) {
      switch (call.call) {
        case "ready":
          return undefined;
        case "query":
          return query(call);
        case "begin":
          return begin(call.settings);
        case "commit":
        case "rollback":
          return end(call.transaction, call.call);
        case "listen":
          return listen(call.channel);
        case "unlisten":
          return unlisten(call.channel);
        case "dump":
          return alone(async () => new Uint8Array(await (await database.dumpDataDir("none")).arrayBuffer()));
        case "close":
          return database.close();
      }
    },
  };
}

/**
 * One connection that is lent out: a statement outside a transaction has it for itself, a transaction keeps it from begin to end.
 * PGlite's own lock cannot be held across messages, so this lease is taken before it.
 */
function lend(database: PGlite) {
  const lease = createLease();
  let lastTransaction = 0;
  let current: number | undefined;

  function assertCurrent(transaction: number): void {
    if (transaction !== current) throw new Error("this transaction has ended");
  }

  /** Runs outside any transaction and leaves none open: pg-boss sends whole BEGIN … COMMIT blocks that may fail half-way. */
  async function alone<T>(run: () => Promise<T>): Promise<T> {
    await lease.take();
    try {
      return await run();
    } finally {
      if (database.isInTransaction()) await database.exec("rollback");
      lease.giveBack();
    }
  }

  return {
    alone,
    async query(call: WorkerCall & { call: "query" }): Promise<QueryAnswer> {
      if (call.transaction === undefined) return alone(() => runQuery(database, call));
      assertCurrent(call.transaction);
      return runQuery(database, call);
    },
    async begin(settings: string): Promise<number> {
      await lease.take();
      try {
        await database.exec(`begin ${settings}`);
      } catch (error) {
        lease.giveBack();
        throw error;
      }
      current = ++lastTransaction;
      return current;
    },
    async end(transaction: number, command: "commit" | "rollback"): Promise<void> {
      assertCurrent(transaction);
      try {
        const [result] = await database.exec(command);
        // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error.
        if (command === "commit" && result?.command === "ROLLBACK")
          throw Object.assign(new Error("the transaction was rolled back"), { code: "25P02" });
      } finally {
        current = undefined;
        lease.giveBack();
      }
    },
  };
}

async function openPglite({ dir, snapshot, isFleeting = false }: WorkerSource): Promise<PGlite> {
  const options: PGliteOptions = { parsers: PARSERS, serializers: SERIALIZERS };
  if (snapshot !== undefined) options.loadDataDir = new Blob([readFileSync(snapshot)]);
  if (dir !== undefined && isFleeting) options.fs = new NodeFS(dir);
  if (dir !== undefined && !isFleeting) {
    options.fs = new SyncedNodeFS(dir);
    options.startParams = [
      ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
      "-c",
      "wal_sync_method=fsync",
    ];
  }
  return PGlite.create(options);
}

type StreamOperations = { fsync?: (stream: { nfd: number }) => number };

/** PGlite itself never syncs: its file system lacks fsync, and its start parameters disable it. */
class SyncedNodeFS extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    const addFsync = ({ NODEFS }: { NODEFS: { stream_ops: StreamOperations } }) => {
      NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

function createLease() {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    async take(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve));
      isTaken = true;
    },
    giveBack(): void {
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    },
  };
}

function describe(error: unknown): WorkerError {
  if (!(error instanceof Error)) return { message: String(error) };
  const given = ERROR_FIELDS.flatMap((field) => {
    const value: unknown = Reflect.get(error, field);
    return typeof value === "string" ? [[field, value] as const] : [];
  });
  return { message: error.message, ...Object.fromEntries(given) };
}

if (parentPort === null) throw new Error("This file must run in a worker thread");
const source: WorkerSource = workerData;
serve(parentPort, source);
