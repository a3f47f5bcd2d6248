import { sql } from "kysely";
import type { Db } from "../platform/database/database.server.ts";

export type TrailFilter = {
  projectId: number;
  operator: string | null;
  /** The first word of actions, such as "content". */
  family: string | null;
  subject: string | null;
  /** `from` is included, `to` is not. */
  from: Date | null;
  to: Date | null;
  /** Only entries older than this one. */
  after: { at: Date; id: string } | null;
};

/** Entries of a site, newest first. */
export function trailEntries(db: Db, filter: TrailFilter, limit: number) {
  let rows = db
    .selectFrom("audit_entries")
    .select(["id", "at", "operator", "action", "subject", "before", "after"])
    .where("project_id", "=", filter.projectId);
  if (filter.operator !== null) rows = rows.where("operator", "=", filter.operator);
  if (filter.family !== null) rows = rows.where(sql<boolean>`starts_with(action, ${`${filter.family}.`})`);
  if (filter.subject !== null) rows = rows.where(sql<boolean>`starts_with(subject, ${filter.subject})`);
  if (filter.from !== null) rows = rows.where("at", ">=", filter.from);
  if (filter.to !== null) rows = rows.where("at", "<", filter.to);
  if (filter.after !== null) {
    const { at, id } = filter.after;
    rows = rows.where((where) =>
      where.or([where("at", "<", at), where.and([where("at", "=", at), where("id", "<", id)])]),
    );
  }
  return rows.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Names of the operators with entries on a site, sorted. */
export async function trailAuthors(db: Db, projectId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_entries")
    .select("operator")
    .distinct()
    .where("project_id", "=", projectId)
    .orderBy("operator")
    .limit(limit)
    .execute();
  return rows.map(({ operator }) => operator);
}

/** Entries about subjects on any site, oldest first. Queried by site, because that is how the trail is indexed. */
export function actionsOnSubjects(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom("audit_entries")
    .select(["at", "project_id", "action", "before", "after"])
    .where("project_id", "in", (of) => of.selectFrom("projects").select("projects.id"))
    .where("subject", "in", subjects)
    .orderBy("at")
    .orderBy("id")
    .execute();
}
