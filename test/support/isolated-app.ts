import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.server.ts";
import { ownDatabase } from "./databases.ts";
import { openTestApp, type TestAppOptions, type TestApp } from "./test-app.ts";

/** The app on a database of its own, migrated and empty but for its venues. Closing it also closes the database. */
export async function openIsolatedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await ownDatabase();
  const app = await openTestApp(database, options);
  const untilHeard = await openHearing(database);
  const send: TestApp["send"] = async (...call) => {
    await untilHeard();
    return app.send(...call);
  };
  const get = (slug: string, path: string, headers: Record<string, string> = {}) =>
    send(`${slug}.localhost`, path, { headers });
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { ...app, send, get, close };
}

/**
 * Waits until the app has received all notifications about committed changes. PostgreSQL delivers them in commit
 * order, but a moment later, so a request sent at once could still be answered from an outdated cache.
 */
async function openHearing(database: Database): Promise<() => Promise<void>> {
  if (database.kind === "pglite") return async () => undefined;
  const waiting = new Map<string, () => void>();
  await database.listen("test_heard", (asked) => waiting.get(asked)?.());
  let count = 0;
  return async () => {
    const asked = String((count += 1));
    const heard = new Promise<void>((resolve) => waiting.set(asked, resolve));
    await sql`select pg_notify('test_heard', ${asked})`.execute(database.db);
    await heard;
    waiting.delete(asked);
  };
}
