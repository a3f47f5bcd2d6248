import { sql } from "kysely";
import type { ContentRevisionsTable } from "../../../db/tables.ts";
import type { BlockDocument } from "../contract.ts";
import type { Db } from "../../platform/database/database.server.ts";

export type BlockName = { projectId: number; key: string; locale: string };
export type NewRevision = Omit<ContentRevisionsTable, "body" | "project_id" | "key" | "locale" | "rev"> & {
  body: BlockDocument;
};

/** The live texts with their revisions. */
function liveBlocks(db: Db) {
  return db
    .selectFrom("content_blocks")
    .leftJoin("content_revisions", (join) =>
      join
        .onRef("content_revisions.project_id", "=", "content_blocks.project_id")
        .onRef("content_revisions.key", "=", "content_blocks.key")
        .onRef("content_revisions.locale", "=", "content_blocks.locale")
        .onRef("content_revisions.rev", "=", "content_blocks.rev"),
    );
}

export function blockInLocale(db: Db, { projectId, key, locale }: BlockName) {
  return liveBlocks(db)
    .select(["content_blocks.body", "content_blocks.rev", "updated_at", "loads_with_project", "operator"])
    .where("content_blocks.project_id", "=", projectId)
    .where("content_blocks.key", "=", key)
    .where("content_blocks.locale", "=", locale)
    .executeTakeFirst();
}

/** Every key of a site in every language, with its revision and last author. */
export function blockStates(db: Db, projectId: number) {
  return liveBlocks(db)
    .select(["content_blocks.key", "content_blocks.locale", "content_blocks.rev", "updated_at", "operator"])
    .select(sql<number>`jsonb_array_length(content_blocks.body->'blocks')`.as("blocks"))
    .where("content_blocks.project_id", "=", projectId)
    .orderBy("content_blocks.key")
    .execute();
}

/** Number of keys of a site, live or draft. */
export async function countKeys(db: Db, projectId: number): Promise<number> {
  const row = await db
    .selectFrom(
      db
        .selectFrom("content_blocks")
        .select("key")
        .where("project_id", "=", projectId)
        .union(db.selectFrom("content_drafts").select("key").where("project_id", "=", projectId))
        .as("named"),
    )
    .select(({ fn }) => fn.countAll<string>().as("keys"))
    .executeTakeFirst();
  return Number(row?.keys ?? 0);
}

/** The number of the newest revision ever, 0 for none. A text that was deleted and comes back continues from there. */
async function newestRev(db: Db, { projectId, key, locale }: BlockName): Promise<number> {
  const row = await db
    .selectFrom("content_revisions")
    .select(({ fn }) => fn.max("rev").as("rev"))
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .where("locale", "=", locale)
    .executeTakeFirst();
  return row?.rev ?? 0;
}

/** Makes a document the next revision of its text and puts it live; returns the revision's number. */
export async function putRevision(
  tx: Db,
  name: BlockName,
  { body, at, loadsWithProject, ...written }: NewRevision & { loadsWithProject: boolean | undefined },
): Promise<number> {
  const { projectId: project_id, key, locale } = name;
  const rev = await keepRevision(tx, name, { body, at, ...written });
  const lazily = loadsWithProject === undefined ? {} : { loads_with_project: loadsWithProject };
  const values = { body: JSON.stringify(body), rev, updated_at: at, ...lazily };
  await tx
    .insertInto("content_blocks")
    .values({ project_id, key, locale, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "key", "locale"]).doUpdateSet(values))
    .execute();
  return rev;
}

/** Stores a document as the next revision of its text without putting it live; returns the revision's number. */
export async function keepRevision(tx: Db, name: BlockName, { body, ...written }: NewRevision): Promise<number> {
  const { projectId: project_id, key, locale } = name;
  const rev = (await newestRev(tx, name)) + 1;
  await tx
    .insertInto("content_revisions")
    .values({ project_id, key, locale, rev, body: JSON.stringify(body), ...written })
    .execute();
  return rev;
}

/** The revisions of a text before `below`, newest first. */
export function revisionsOf(
  db: Db,
  { projectId, key, locale }: BlockName,
  { limit, below }: { limit: number; below: number | null },
) {
  const rows = db
    .selectFrom("content_revisions")
    .select(["rev", "body", "change", "operator", "at", "restored_rev"])
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .where("locale", "=", locale)
    .orderBy("rev", "desc")
    .limit(limit);
  return (below === null ? rows : rows.where("rev", "<", below)).execute();
}

export function revisionOf(db: Db, { projectId, key, locale }: BlockName, rev: number) {
  return db
    .selectFrom("content_revisions")
    .select(["rev", "body"])
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .where("locale", "=", locale)
    .where("rev", "=", rev)
    .executeTakeFirst();
}

export async function insertSchedule(
  tx: Db,
  {
    projectId,
    key,
    locale,
    body,
    ...row
  }: BlockName & {
    id: string;
    body: BlockDocument;
    publish_at: Date;
    operator: string;
    session_id: string;
    created_at: Date;
    rev: number;
    loads_with_project: boolean | null;
  },
): Promise<void> {
  await tx
    .insertInto("scheduled_contents")
    .values({ project_id: projectId, key, locale, body: JSON.stringify(body), ended_at: null, outcome: null, ...row })
    .execute();
}

/** The scheduled texts of a site that are not yet published, the next first. */
export function waitingSchedules(db: Db, projectId: number) {
  return db
    .selectFrom("scheduled_contents")
    .select(["id", "key", "locale", "body", "publish_at", "operator"])
    .where("project_id", "=", projectId)
    .where("ended_at", "is", null)
    .orderBy("publish_at")
    .orderBy("id")
    .execute();
}

/** A scheduled text that is not yet published. Its fields never change. */
export function waitingSchedule(db: Db, id: string) {
  return db
    .selectFrom("scheduled_contents")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** A scheduled text that is not yet published, locked for the rest of the transaction. */
export function lockedSchedule(tx: Db, id: string) {
  return tx
    .selectFrom("scheduled_contents")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function endSchedule(
  tx: Db,
  id: string,
  outcome: "published" | "withdrawn" | "refused",
  now: Date,
): Promise<void> {
  await tx.updateTable("scheduled_contents").set({ ended_at: now, outcome }).where("id", "=", id).execute();
}
