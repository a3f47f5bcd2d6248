import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const CONNECT_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * Runs `work` while no other node holds the lock of this key. The lock belongs to a connection of its own, without a pooler. A node that
 * waits polls instead of waiting in the database: a waiting statement would hold up an index that is built concurrently.
 */
export async function withAdvisoryLock<T>(url: string, key: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "baize lock",
  });
  // If the connection is lost, so is the lock. Whatever is done under it checks again in its own transaction.
  client.on("error", () => undefined);
  await client.connect();
  try {
    while (!(await tryLock(client, key))) await delay(LOOK_EVERY_MS);
    return await work();
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function tryLock(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock($1) as mine", [key]);
  return rows[0]?.mine === true;
}
