import { sql } from "kysely";
import type { ContentRevisionsTable, ScheduledContentsTable } from "../../../db/tables.ts";
import type { BlockDocument } from "../contract.ts";
import type { Db } from "../../platform/database/database.server.ts";

/** A text in one language, by its columns. */
export type BlockName = Pick<ContentRevisionsTable, "project_id" | "key" | "locale">;
export type NewRevision = Omit<ContentRevisionsTable, keyof BlockName | "body" | "rev"> & {
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

export function blockInLocale(db: Db, { project_id, key, locale }: BlockName) {
  return liveBlocks(db)
    .select(["content_blocks.body", "content_blocks.rev", "updated_at", "loads_with_project", "operator"])
    .where("content_blocks.project_id", "=", project_id)
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
async function newestRev(db: Db, name: BlockName): Promise<number> {
  const row = await db
    .selectFrom("content_revisions")
    .select(({ fn }) => fn.max("rev").as("rev"))
    .where((text) => text.and(name))
    .executeTakeFirst();
  return row?.rev ?? 0;
}

/** Makes a document the next revision of its text and puts it live; returns the revision's number. */
export async function putRevision(
  tx: Db,
  name: BlockName,
  { body, at, loadsWithProject, ...written }: NewRevision & { loadsWithProject: boolean | null },
): Promise<number> {
  const rev = await keepRevision(tx, name, { body, at, ...written });
  const lazily = loadsWithProject === null ? {} : { loads_with_project: loadsWithProject };
  const values = { body: JSON.stringify(body), rev, updated_at: at, ...lazily };
  await tx
    .insertInto("content_blocks")
    .values({ ...name, ...values })
    .onConflict((conflict) => conflict.columns(["project_id", "key", "locale"]).doUpdateSet(values))
    .execute();
  return rev;
}

/** Stores a document as the next revision of its text without putting it live; returns the revision's number. */
export async function keepRevision(tx: Db, name: BlockName, { body, ...written }: NewRevision): Promise<number> {
  const rev = (await newestRev(tx, name)) + 1;
  await tx
    .insertInto("content_revisions")
    .values({ ...name, rev, body: JSON.stringify(body), ...written })
    .execute();
  return rev;
}

/** The revisions of a text before `below`, newest first. */
export function revisionsOf(db: Db, name: BlockName, { limit, below }: { limit: number; below: number | null }) {
  const rows = db
    .selectFrom("content_revisions")
    .select(["rev", "body", "change", "operator", "at", "restored_rev"])
    .where((text) => text.and(name))
    .orderBy("rev", "desc")
    .limit(limit);
  return (below === null ? rows : rows.where("rev", "<", below)).execute();
}

export function revisionOf(db: Db, name: BlockName, rev: number) {
  return db
    .selectFrom("content_revisions")
    .select(["rev", "body"])
    .where((text) => text.and(name))
    .where("rev", "=", rev)
    .executeTakeFirst();
}

export async function insertSchedule(
  tx: Db,
  { body, ...row }: Omit<ScheduledContentsTable, "body" | "ended_at" | "outcome"> & { body: BlockDocument },
): Promise<void> {
  await tx
    .insertInto("scheduled_contents")
    .values({ body: JSON.stringify(body), ended_at: null, outcome: null, ...row })
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

function schedules(db: Db, id: string) {
  return db.selectFrom("scheduled_contents").selectAll().where("id", "=", id).where("ended_at", "is", null);
}

/** A scheduled text that is not yet published. Its fields never change. */
export function waitingSchedule(db: Db, id: string) {
  return schedules(db, id).executeTakeFirst();
}

/** A scheduled text that is not yet published, locked for the rest of the transaction. */
export function lockedSchedule(tx: Db, id: string) {
  return schedules(tx, id).forNoKeyUpdate().executeTakeFirst();
}

type ScheduleEnd = NonNullable<ScheduledContentsTable["outcome"]>;

export async function endSchedule(tx: Db, id: string, outcome: ScheduleEnd, now: Date): Promise<void> {
  await tx.updateTable("scheduled_contents").set({ ended_at: now, outcome }).where("id", "=", id).execute();
}
