import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.server.ts";
import type { PgliteClient } from "./pglite/client.ts";

/**
 * Listens to PostgreSQL's notifications. Notifications sent while the connection was lost never arrive, so `onReconnect` is called
 * after it is back: the listener should read its state again. `listen` resolves once it listens, with a function that stops it.
 */
export type Listener = {
  listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
};

type Subscriber = { channel: string; onPayload: (payload: string) => void; onReconnect?: (() => void) | undefined };

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;
/** How often the connection is tested, because it can break without an error event. */
const CHECK_EVERY_MS = 15_000;
const ANSWER_MS = 5000;

/** The connection to the embedded database is never lost while the process runs. */
export function listenOnPglite(client: PgliteClient): Listener {
  const subscribers = new Set<Subscriber>();
  return {
    async listen(channel, onPayload) {
      const subscriber = { channel: checked(channel), onPayload };
      subscribers.add(subscriber);
      await client.listen(channel, (payload) => deliver(subscribers, channel, payload));
      return async () => {
        subscribers.delete(subscriber);
        if (!isSubscribed(subscribers, channel)) await client.unlisten(channel);
      };
    },
    close: async () => subscribers.clear(),
  };
}

/**
 * Uses a connection of its own, since LISTEN works neither through a pool nor through PgBouncer. A lost connection is reopened,
 * without limit, with growing pauses.
 */
export function listenOnPostgres(url: string, log: Log | undefined): Listener {
  const subscribers = new Set<Subscriber>();
  const closing = new AbortController();
  let connection: Promise<Connection> | undefined;

  async function connect(): Promise<Connection> {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        return await openConnection(url, subscribers, reconnect);
      } catch (error) {
        log?.warn({ err: error, wait_ms: wait }, "cannot listen to the database");
        await delay(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal });
      }
    }
  }

  function reconnect(error: Error | undefined): void {
    if (closing.signal.aborted) return;
    log?.warn({ err: error }, "the listening connection was lost");
    connection = connect();
    connection.then(
      () => [...subscribers].forEach((subscriber) => subscriber.onReconnect?.()),
      () => undefined,
    );
  }

  async function listenTo(channel: string): Promise<void> {
    for (;;) {
      const { run } = await (connection ??= connect());
      try {
        return await run(`listen ${channel}`);
      } catch (error) {
        log?.warn({ err: error }, "the listening connection was lost during LISTEN");
        await delay(FIRST_WAIT_MS, undefined, { signal: closing.signal });
      }
    }
  }

  return {
    async listen(channel, onPayload, onReconnect) {
      const subscriber = { channel: checked(channel), onPayload, onReconnect };
      subscribers.add(subscriber);
      await listenTo(channel);
      return async () => {
        subscribers.delete(subscriber);
        if (!isSubscribed(subscribers, channel))
          await (await connection)?.run(`unlisten ${channel}`).catch(() => undefined);
      };
    },
    async close() {
      closing.abort();
      subscribers.clear();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

type Connection = { run: (statement: string) => Promise<void>; end: () => Promise<void> };

/** Opens a connection that listens to the channels of all subscribers. `onLost` is called once, when an open connection is lost. */
async function openConnection(
  url: string,
  subscribers: Set<Subscriber>,
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

  const pulse = setInterval(() => void run("select 1").catch(lose), CHECK_EVERY_MS).unref();
  client.on("error", lose);
  client.on("end", () => lose());
  client.on("notification", ({ channel, payload }) => deliver(subscribers, channel, payload ?? ""));
  try {
    await client.connect();
    for (const channel of new Set([...subscribers].map((subscriber) => subscriber.channel)))
      await run(`listen ${channel}`);
  } catch (error) {
    lose();
    throw error;
  }
  state = "open";
  return { run, end };
}

/** A channel name cannot be a parameter of LISTEN, so only plain names are allowed. */
function checked(channel: string): string {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new Error(`Invalid channel name: ${channel}`);
  return channel;
}

function deliver(subscribers: Set<Subscriber>, channel: string, payload: string): void {
  for (const subscriber of subscribers) if (subscriber.channel === channel) subscriber.onPayload(payload);
}

function isSubscribed(subscribers: Set<Subscriber>, channel: string): boolean {
  return [...subscribers].some((subscriber) => subscriber.channel === channel);
}
