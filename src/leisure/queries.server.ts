import type { Db } from "../platform/database/database.server.ts";

export function restaurantsOf(db: Db, establishmentId: number) {
  return db
    .selectFrom("restaurants")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
}

export function activitiesOf(db: Db, establishmentId: number) {
  return db
    .selectFrom("activities")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
}

export function meetingsOf(db: Db, establishmentId: number) {
  return db
    .selectFrom("meetings")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("kind", "desc")
    .execute();
}

/** The present slug for an abandoned one. */
export async function successorOf(
  db: Db,
  establishmentId: number,
  noun: "restaurant" | "activity",
  slug: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("retired_slugs")
    .select("current_slug")
    .where("establishment_id", "=", establishmentId)
    .where("noun", "=", noun)
    .where("slug", "=", slug)
    .executeTakeFirst();
  return row?.current_slug;
}

/** Keys of the gallery in its order, without the pictures of games. */
export async function galleryWithoutGames(db: Db, establishmentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("gallery_pictures")
    .select("picture_key")
    .where("establishment_id", "=", establishmentId)
    .where("picture_key", "not in", (games) =>
      games.selectFrom("games").select("games.picture_key").where("games.establishment_id", "=", establishmentId),
    )
    .orderBy("position")
    .execute();
  return rows.map((row) => row.picture_key);
}
