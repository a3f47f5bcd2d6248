import type { World } from "../platform/world.ts";
import type { Localized } from "../platform/schema.ts";
import type { Venue } from "../venues/venue.ts";
import { pictureUsages, usedPictures } from "./references.server.ts";

export type LibraryPicture = {
  key: string;
  alt: Localized;
  width: number;
  height: number;
  /** First 8 characters of the hash; the address changes with the bytes. */
  version: string;
  isUsed: boolean;
};

/** The pictures that a venue may show, by key: those that it shows already, and its own unused ones. */
export async function venuePictures(world: World, venue: Venue): Promise<LibraryPicture[]> {
  const { db } = world.database;
  const used = await usedPictures(db, venue.id);
  const rows = await db
    .selectFrom("pictures")
    .select(["key", "alt", "width", "height", "sha256"])
    .where(({ or, eb }) => or([eb("key", "in", ["", ...used]), eb("key", "like", `${venue.slug}-%`)]))
    .orderBy("key")
    .execute();
  const usages = await pictureUsages(
    db,
    venue,
    rows.map(({ key }) => key),
  );
  const theirs = rows.filter(({ key }) => usages.get(key) !== "foreign");
  return theirs.map(({ sha256, ...row }) => ({ ...row, version: sha256.slice(0, 8), isUsed: used.includes(row.key) }));
}
