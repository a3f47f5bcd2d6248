import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.server.ts";
import type { PgliteClient } from "./pglite/client.ts";

/**
 * NOTIFY's other end. `onReconnect` is called after a lost connection is back: what was said meanwhile is lost, so the
 * listener reads its state again. `listen` resolves when listening has begun, with the way to stop it.
 */
export type Listener = {
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type Ear = { channel: string; onPayload: (payload: string) => void; onReconnect?: (() => void) | undefined };

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** A connection that died without a word is noticed by asking. */
const PULSE_MS = 15_000;
const ANSWER_MS = 5000;

/** The embedded database's connection is never lost without the process. */
export function listenOnPglite(client: PgliteClient): Listener {
  const ears = new Set<Ear>();
  return {
    async listen(channel, onPayload) {
      const ear = { channel: checked(channel), onPayload };
      ears.add(ear);
      await client.listen(channel, (payload) => hear(ears, channel, payload));
      return async () => {
        ears.delete(ear);
        if (!isHeard(ears, channel)) await client.unlisten(channel);
      };
    },
    close: async () => ears.clear(),
  };
}

/**
 * One connection of its own, since LISTEN works neither through a pool nor through PgBouncer. It comes back for ever,
 * with growing pauses.
 */
export function listenOnPostgres(url: string, log: Log | undefined): Listener {
  const ears = new Set<Ear>();
  const closing = new AbortController();
  let connection: Promise<Connection> | undefined;

  async function connect(): Promise<Connection> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await openConnection(url, ears, reconnect);
      } catch (error) {
        log?.warn({ err: error, wait_ms: wait }, "the database cannot be listened to");
        await delay(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal });
      }
    }
  }

  function reconnect(error: Error | undefined): void {
    if (closing.signal.aborted) return;
    log?.warn({ err: error }, "the connection that listens was lost");
    connection = connect();
    connection.then(
      () => [...ears].forEach((ear) => ear.onReconnect?.()),
      () => undefined,
    );
  }

  async function listenTo(channel: string): Promise<void> {
    for (;;) {
      const { run } = await (connection ??= connect());
      try {
        return await run(`listen ${channel}`);
      } catch (error) {
        log?.warn({ err: error }, "the connection was lost while it began to listen");
        await delay(FIRST_WAIT_MS, undefined, { signal: closing.signal });
      }
    }
  }

  return {
    async listen(channel, onPayload, onReconnect) {
      const ear = { channel: checked(channel), onPayload, onReconnect };
      ears.add(ear);
      await listenTo(channel);
      return async () => {
        ears.delete(ear);
        if (!isHeard(ears, channel)) await (await connection)?.run(`unlisten ${channel}`).catch(() => undefined);
      };
    },
    async close() {
      closing.abort();
      ears.clear();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

type Connection = { run: (statement: string) => Promise<void>; end: () => Promise<void> };

/** Listens for all ears at once. `onLost` is called once, when a connection that was open is no more. */
async function openConnection(
  url: string,
  ears: Set<Ear>,
  onLost: (error: Error | undefined) => void,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  let state: "opening" | "open" | "lost" = "opening";
  let last: Promise<unknown> = Promise.resolve();

  async function run(statement: string): Promise<void> {
    const turn = last.then(() => client.query(statement));
    last = turn.catch(() => undefined);
    await turn;
  }
  async function end(): Promise<void> {
    clearInterval(pulse);
    await client.end().catch(() => undefined);
  }
  function lose(error?: Error): void {
    const wasOpen = state === "open";
    state = "lost";
    void end();
    if (wasOpen) onLost(error);
  }

  const pulse = setInterval(() => void run("select 1").catch(lose), PULSE_MS).unref();
  client.on("error", lose);
  client.on("end", () => lose());
  client.on("notification", ({ channel, payload }) => hear(ears, channel, payload ?? ""));
  try {
    await client.connect();
    for (const channel of new Set([...ears].map((ear) => ear.channel))) await run(`listen ${channel}`);
  } catch (error) {
    lose();
    throw error;
  }
  state = "open";
  return { run, end };
}

/** Channels are written into the statement, so they must be plain names. */
function checked(channel: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`Not a channel's name: ${channel}`);
  return channel;
}

function hear(ears: Set<Ear>, channel: string, payload: string): void {
  for (const ear of ears) if (ear.channel === channel) ear.onPayload(payload);
}

function isHeard(ears: Set<Ear>, channel: string): boolean {
  return [...ears].some((ear) => ear.channel === channel);
}
