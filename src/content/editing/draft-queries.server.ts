import type { BlockName } from "./revision-queries.server.ts";
import type { Db } from "../../platform/database/database.server.ts";

function drafts(db: Db) {
  return db
    .selectFrom("content_drafts")
    .innerJoin("content_revisions", (join) =>
      join
        .onRef("content_revisions.project_id", "=", "content_drafts.project_id")
        .onRef("content_revisions.key", "=", "content_drafts.key")
        .onRef("content_revisions.locale", "=", "content_drafts.locale")
        .onRef("content_revisions.rev", "=", "content_drafts.rev"),
    )
    .select([
      "content_drafts.key",
      "content_drafts.rev",
      "content_drafts.loads_with_project",
      "content_drafts.live_rev",
    ])
    .select(["content_revisions.body", "content_revisions.operator", "content_revisions.at"]);
}

/** The drafts of a site in a language, by key. */
export function draftsIn(db: Db, projectId: number, locale: string) {
  return drafts(db)
    .where("content_drafts.project_id", "=", projectId)
    .where("content_drafts.locale", "=", locale)
    .orderBy("content_drafts.key")
    .execute();
}

export function draftOf(db: Db, { project_id, key, locale }: BlockName) {
  return drafts(db)
    .where("content_drafts.project_id", "=", project_id)
    .where("content_drafts.key", "=", key)
    .where("content_drafts.locale", "=", locale)
    .executeTakeFirst();
}

/** Makes a revision the draft of its text. */
export async function putDraft(
  tx: Db,
  name: BlockName,
  values: { rev: number; loads_with_project: boolean | null; live_rev: number },
): Promise<void> {
  await tx
    .insertInto("content_drafts")
    .values({ ...name, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "key", "locale"]).doUpdateSet(values))
    .execute();
}

export async function endDraft(tx: Db, name: BlockName): Promise<void> {
  await tx
    .deleteFrom("content_drafts")
    .where((text) => text.and(name))
    .execute();
}
