import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";

export function gamesOf(db: Kysely<Tables>, establishmentId: number) {
  return db
    .selectFrom("games")
    .selectAll()
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
}
