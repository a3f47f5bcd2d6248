import type { Db } from "../../platform/database/database.server.ts";

/** Which ids, slugs and hosts of an import already belong to another establishment. */
export async function takenByOthers(
  db: Db,
  claim: { id: number; siteId: number; slug: string; projectId: number; hosts: string[]; announcementIds: number[] },
) {
  const others = await db
    .selectFrom("establishments")
    .select(["site_id", "slug"])
    .where("id", "!=", claim.id)
    .execute();
  const projects = await db.selectFrom("projects").select("id").where("establishment_id", "!=", claim.id).execute();
  const hosts = await db
    .selectFrom("project_hosts")
    .innerJoin("projects", "projects.id", "project_hosts.project_id")
    .select("host")
    .where("establishment_id", "!=", claim.id)
    .where("host", "in", claim.hosts)
    .execute();
  const announcements =
    claim.announcementIds.length === 0
      ? []
      : await db
          .selectFrom("announcements")
          .select("id")
          .where("establishment_id", "!=", claim.id)
          .where("id", "in", claim.announcementIds)
          .execute();
  return {
    siteId: others.some((row) => row.site_id === claim.siteId),
    slug: others.some((row) => row.slug === claim.slug),
    projectId: projects.some((row) => row.id === claim.projectId),
    hosts: new Set(hosts.map((row) => row.host)),
    announcementIds: new Set(announcements.map((row) => row.id)),
  };
}
