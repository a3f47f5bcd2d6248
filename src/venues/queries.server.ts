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

export async function galleryKeys(db: Db, establishmentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("gallery_pictures")
    .select("picture_key")
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.picture_key);
}

/** The instants after `now` at which a broadcast window of the venue's agenda starts or ends. */
export async function broadcastEdges(db: Db, establishmentId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("announcements")
    .select(["broadcast_start_at", "broadcast_end_at"])
    .where("establishment_id", "=", establishmentId)
    .where("broadcast_end_at", ">", now)
    .execute();
  return rows.flatMap((row) => [row.broadcast_start_at, row.broadcast_end_at]).filter((edge) => edge > now);
}

/** Which parts of a venue have content, for its navigation. */
export async function navContentsOf(db: Db, establishmentId: number, now: Date) {
  const row = await db
    .selectNoFrom(({ exists, selectFrom, val }) => {
      const some = (table: "games" | "meetings" | "gallery_pictures") =>
        exists(selectFrom(table).select(val(1).as("one")).where(`${table}.establishment_id`, "=", establishmentId));
      const restaurants = selectFrom("restaurants")
        .select(val(1).as("one"))
        .where("restaurants.establishment_id", "=", establishmentId);
      const announcements = selectFrom("announcements")
        .select(val(1).as("one"))
        .where("announcements.establishment_id", "=", establishmentId)
        .where("broadcast_start_at", "<=", now)
        .where("broadcast_end_at", ">", now);
      return [
        exists(announcements).as("hasAgenda"),
        exists(announcements.where("is_show", "=", true)).as("hasShows"),
        some("games").as("hasGames"),
        exists(restaurants.where("type", "!=", "hostel")).as("hasRestauration"),
        exists(restaurants.where("type", "=", "hostel")).as("hasHotel"),
        some("meetings").as("hasMeetings"),
        some("gallery_pictures").as("hasGallery"),
      ];
    })
    .executeTakeFirstOrThrow();
  return row as Record<keyof typeof row, boolean>;
}
