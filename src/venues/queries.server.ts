import type { Db } from "../platform/database/database.server.ts";

/** Every project with its hosts in order, for the host table in memory. */
export async function projectsWithHosts(db: Db) {
  const projects = await db
    .selectFrom("projects")
    .innerJoin("establishments", "establishments.id", "projects.establishment_id")
    .select([
      "projects.id as project_id",
      "projects.locales",
      "projects.config",
      "establishments.id",
      "establishments.site_id",
      "establishments.slug",
      "establishments.name",
      "establishments.country",
      "establishments.is_visible",
      "establishments.company",
      "establishments.company_key",
      "establishments.operating_company",
    ])
    .orderBy("establishments.id")
    .execute();
  const hosts = await db.selectFrom("project_hosts").selectAll().orderBy("project_id").orderBy("position").execute();
  return projects.map((project) => ({
    ...project,
    hosts: hosts.filter((row) => row.project_id === project.project_id).map((row) => row.host),
  }));
}

/** A venue as it is stored. */
export type Establishment = NonNullable<Awaited<ReturnType<typeof findEstablishment>>>;

export function findEstablishment(db: Db, id: number) {
  return db.selectFrom("establishments").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The row of a venue that has a host. Venues are never deleted, so a missing row is an error. */
export async function establishment(db: Db, id: number): Promise<Establishment> {
  const row = await findEstablishment(db, id);
  if (row === undefined) throw new Error(`establishment ${id} has no row`);
  return row;
}

export function establishments(db: Db) {
  return db.selectFrom("establishments").selectAll().orderBy("id").execute();
}
