import { sql } from "kysely";
import type { Database, Transaction } from "../database/database.server.ts";

const CHANNEL = "cache_tags";

/** Raises the versions of these tags and notifies every node when the transaction commits. */
export async function bumpTags(database: Database, tx: Transaction, tags: string[]): Promise<void> {
  for (const tag of [...new Set(tags)].sort()) {
    await tx
      .insertInto("cache_versions")
      .values({ tag, version: 1n })
      .onConflict((conflict) => conflict.column("tag").doUpdateSet({ version: sql`cache_versions.version + 1` }))
      .execute();
    await database.notify(tx, CHANNEL, tag);
  }
}

/** `onTags` is called with the tags that changed. `onLost` means that the state is unknown and everything cached must be dropped. */
export type TagListener = { onTags: (tags: string[]) => void; onLost: () => void };

/**
 * Follows saves made on any node. After a lost connection it reads the versions again and reports every tag that changed meanwhile, so
 * no change is missed.
 */
export async function followTags(database: Database, listener: TagListener): Promise<() => Promise<void>> {
  let known = await versions(database);
  async function reread(): Promise<void> {
    const current = await versions(database);
    const moved = [...current].filter(([tag, version]) => known.get(tag) !== version).map(([tag]) => tag);
    known = current;
    if (moved.length > 0) listener.onTags(moved);
  }
  return database.listen(
    CHANNEL,
    (tag) => listener.onTags([tag]),
    () => void reread().catch(() => listener.onLost()),
  );
}

async function versions(database: Database): Promise<Map<string, bigint>> {
  const rows = await database.db.selectFrom("cache_versions").select(["tag", "version"]).execute();
  return new Map(rows.map((row) => [row.tag, row.version]));
}
