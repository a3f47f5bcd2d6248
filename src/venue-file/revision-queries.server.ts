import type { Selectable } from "kysely";
import type { VenueRevisionsTable } from "../../db/tables.ts";
import type { Db } from "../platform/database/database.server.ts";

type Change = VenueRevisionsTable["change"];
type Part = { projectId: number; section: string; item: string | null };

export function revisionOfForm(db: Db, projectId: number, formKey: string) {
  return db
    .selectFrom("venue_revisions")
    .select(["rev", "section", "item"])
    .where("project_id", "=", projectId)
    .where("form_key", "=", formKey)
    .executeTakeFirst();
}

export type NewVenueRevision = Part & {
  change: Change;
  before: unknown;
  after: unknown;
  restoredRev: number | null;
  operator: string;
  at: Date;
  formKey: string | null;
};

/** Stores a revision and returns its number. The caller must hold the venue's lock. */
export async function insertVenueRevision(tx: Db, given: NewVenueRevision): Promise<number> {
  const newest = await tx
    .selectFrom("venue_revisions")
    .select(({ fn }) => fn.max("rev").as("rev"))
    .where("project_id", "=", given.projectId)
    .executeTakeFirst();
  const rev = (newest?.rev ?? 0) + 1;
  const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value));
  await tx
    .insertInto("venue_revisions")
    .values({
      project_id: given.projectId,
      rev,
      section: given.section,
      item: given.item,
      change: given.change,
      before: json(given.before),
      after: json(given.after),
      restored_rev: given.restoredRev,
      operator: given.operator,
      at: given.at,
      form_key: given.formKey,
    })
    .execute();
  return rev;
}

export type VenueRevision = Selectable<VenueRevisionsTable>;

/**
 * A page of the changes of a section, or of one of its entries, newest first, before revision `below`; `older` is
 * where the next page begins.
 */
export async function venueRevisions(
  db: Db,
  { projectId, section, item, limit, below }: Part & { limit: number; below: number | null },
): Promise<{ revisions: VenueRevision[]; older: number | null }> {
  const whole = db
    .selectFrom("venue_revisions")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("section", "=", section)
    .orderBy("rev", "desc")
    .limit(limit);
  const all = below === null ? whole : whole.where("rev", "<", below);
  const revisions = await (item === null ? all : all.where("item", "=", item)).execute();
  return { revisions, older: revisions.length < limit ? null : (revisions.at(-1)?.rev ?? null) };
}

export function venueRevision(db: Db, projectId: number, rev: number) {
  return db
    .selectFrom("venue_revisions")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("rev", "=", rev)
    .executeTakeFirst();
}

/** Who changed this last; null when nobody has changed it at the desk. */
export async function lastChange(
  db: Db,
  { projectId, section, item }: Part,
): Promise<{ operator: string; at: Date } | null> {
  const row = await db
    .selectFrom("venue_revisions")
    .select(["operator", "at"])
    .where("project_id", "=", projectId)
    .where("section", "=", section)
    .where("item", item === null ? "is" : "=", item)
    .orderBy("rev", "desc")
    .executeTakeFirst();
  return row ?? null;
}

/** Moves an entry's history to its new key. */
export async function renameRevisions(
  tx: Db,
  { projectId, section, from, to }: { projectId: number; section: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable("venue_revisions")
    .set({ item: to })
    .where("project_id", "=", projectId)
    .where("section", "=", section)
    .where("item", "=", from)
    .execute();
}
