import type { Db } from "../platform/database/database.server.ts";

/** Picture of the slot machines by establishment id, for the list of establishments. */
export async function slotPictures(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("games")
    .select(["establishment_id", "picture_key"])
    .where("key", "=", "machines-a-sous")
    .execute();
  return new Map(rows.map((row) => [row.establishment_id, row.picture_key]));
}
