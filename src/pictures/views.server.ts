import type { Locale } from "../venues/contract.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import type { Db } from "../platform/database/database.server.ts";

/**
 * How pictures are shown, by key. A key that is not stored gets a view whose address answers with the missing-picture
 * tile.
 */
export async function pictureViews(db: Db, keys: string[], locale: Locale): Promise<(key: string) => PictureView> {
  const wanted = [...new Set(keys)];
  const rows =
    wanted.length === 0
      ? []
      : await db
          .selectFrom("pictures")
          .select(["key", "alt", "focal_x", "focal_y", "width", "height", "sha256"])
          .where("key", "in", wanted)
          .execute();
  const views = new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        alt: row.alt[locale],
        x: Math.round(row.focal_x * 100),
        y: Math.round(row.focal_y * 100),
        width: row.width,
        height: row.height,
        version: row.sha256.slice(0, 8),
      },
    ]),
  );
  return (key) => views.get(key) ?? { key, alt: "", x: 50, y: 50, width: 1600, height: 900, version: "" };
}

/** The keys among these that are stored. */
export async function storedPictureKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom("pictures").select("key").where("key", "in", keys).execute();
  return new Set(rows.map((row) => row.key));
}

/** The pictures of a venue's gallery by key, in order. */
export async function galleryKeys(db: Db, establishmentId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("gallery_pictures")
    .select("picture_key")
    .where("establishment_id", "=", establishmentId)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.picture_key);
}
