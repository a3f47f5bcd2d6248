import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const CONNECT_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * Runs `work` while no other node runs work with the same key. The lock belongs to a connection of its own, past any pooler. A node that
 * waits asks again and again instead of waiting in the database: a waiting statement would hold up an index that is built concurrently.
 */
export async function inTurn<T>(url: string, key: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "baize turn",
  });
  // If the connection is lost, so is the lock. What is done in turn is checked again in its own transaction.
  client.on("error", () => undefined);
  await client.connect();
  try {
    while (!(await isMine(client, key))) await delay(LOOK_EVERY_MS);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function isMine(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [key]);
  return rows[0]?.mine === true;
}
