import type { Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";

type Db = Kysely<Tables>;

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
