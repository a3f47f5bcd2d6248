import type { Localized } from "../platform/schema.ts";
import type { Db } from "../platform/database/database.server.ts";

/** A project's text blocks in every language, or those under one key. */
export function contentBlocks(db: Db, projectId: number, key?: string) {
  const blocks = db
    .selectFrom("content_blocks")
    .select(["key", "locale", "body", "rev", "loads_with_project", "updated_at"])
    .where("project_id", "=", projectId)
    .orderBy("key");
  return (key === undefined ? blocks : blocks.where("key", "=", key)).execute();
}

/** The alternative texts of the stored pictures among these keys, by key. */
export async function pictureDescriptions(db: Db, keys: string[]): Promise<Map<string, Localized>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom("pictures").select(["key", "alt"]).where("key", "in", keys).execute();
  return new Map(rows.map(({ key, alt }) => [key, alt]));
}
