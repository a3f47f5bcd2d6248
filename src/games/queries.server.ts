import type { Db } from "../platform/database/database.server.ts";

export function gamesOf(db: Db, establishmentId: number) {
  return db
    .selectFrom("games")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
}
