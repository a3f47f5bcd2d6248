import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.server.ts";
import { ownDatabase } from "./databases.ts";
import { openTestHouse, type HouseOptions, type TestHouse } from "./house.ts";

/** The house on a database of its own, migrated and empty but for its venues; closing the house closes both. */
export async function openOwnHouse(options: HouseOptions = {}): Promise<TestHouse> {
  const database = await ownDatabase();
  const house = await openTestHouse(database, options);
  const untilHeard = await openHearing(database);
  const send: TestHouse["send"] = async (...call) => {
    await untilHeard();
    return house.send(...call);
  };
  const get = (slug: string, path: string, headers: Record<string, string> = {}) =>
    send(`${slug}.localhost`, path, { headers });
  const close = async () => {
    await house.close();
    await database.close();
  };
  return { ...house, send, get, close };
}

/**
 * Waits until the house has heard every notice of what is committed. PostgreSQL tells them in that order, a moment later, to a connection
 * that listens; a test that asks the next thing at once would now and then be given what was remembered before.
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
