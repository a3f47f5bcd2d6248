import type { Db } from "../platform/database/database.server.ts";

/*
 * The navigation stands on every page, so these two statements read the tables of agenda, games, leisure and pictures themselves: asked
 * by a verb of each room, the same answer would take four statements a page.
 */

/** The instants after `now` at which a broadcast window of the venue's agenda starts or ends. */
export async function broadcastChangeTimes(db: Db, establishmentId: number, now: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom("announcements")
    .select(["broadcast_start_at", "broadcast_end_at"])
    .where("establishment_id", "=", establishmentId)
    .where("broadcast_end_at", ">", now)
    .execute();
  return rows.flatMap((row) => [row.broadcast_start_at, row.broadcast_end_at]).filter((time) => time > now);
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
