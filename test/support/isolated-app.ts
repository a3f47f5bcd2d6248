import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.server.ts";
import { ownDatabase } from "./databases.ts";
import { openTestApp, type TestAppOptions, type TestApp } from "./test-app.ts";

/** The app on a database of its own, migrated and empty but for its venues. Closing it also closes the database. */
export async function openIsolatedApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, untilHeard } = await openHearing(await ownDatabase());
  const app = await openTestApp(database, options);
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
 * `untilHeard` waits until the app has received all notifications about committed changes. PostgreSQL delivers them in
 * commit order, but a moment later, so a request sent at once could still be answered from an outdated cache. Only
 * transactions of the given database notify, so without a new one there is nothing to wait for.
 */
async function openHearing(own: Database): Promise<{ database: Database; untilHeard: () => Promise<void> }> {
  if (own.kind === "pglite") return { database: own, untilHeard: async () => undefined };
  const waiting = new Map<string, () => void>();
  await own.listen("test_heard", (asked) => waiting.get(asked)?.());
  let count = 0;
  let isChanged = false;
  let heard = Promise.resolve();
  async function hear(): Promise<void> {
    const asked = String((count += 1));
    const answered = new Promise<void>((resolve) => waiting.set(asked, resolve));
    await sql`select pg_notify('test_heard', ${asked})`.execute(own.db);
    await answered;
    waiting.delete(asked);
  }
  return {
    database: { ...own, transact: (run) => own.transact(run).finally(() => (isChanged = true)) },
    untilHeard() {
      if (isChanged) heard = hear();
      isChanged = false;
      return heard;
    },
  };
}
