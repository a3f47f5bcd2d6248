import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";

/** A project's text blocks, every language of them. */
export function contentBlocks(db: Kysely<Tables>, projectId: number) {
  return db
    .selectFrom("content_blocks")
    .select(["key", "locale", "body", "rev", "loads_with_project"])
    .where("project_id", "=", projectId)
    .orderBy("key")
    .execute();
}

export function contentBlock(db: Kysely<Tables>, projectId: number, key: string) {
  return db
    .selectFrom("content_blocks")
    .select(["key", "locale", "body", "rev", "loads_with_project", "updated_at"])
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .execute();
}
