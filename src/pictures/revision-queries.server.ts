import type { Db } from "../platform/database/database.server.ts";

const WHOLE = ["original", "mime", "width", "height", "sha256", "alt", "focal_x", "focal_y"] as const;
/** Number of earlier versions kept for each picture; originals are large. */
const KEPT = 20;

export type WholePicture = NonNullable<Awaited<ReturnType<typeof wholePicture>>>;

export function wholePicture(db: Db, key: string, { isLocked = false } = {}) {
  const query = db
    .selectFrom("pictures")
    .select(["key", ...WHOLE])
    .where("key", "=", key);
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst();
}

/** Stores the current version of a picture before it changes. */
export async function insertPictureRevision(
  tx: Db,
  { key, alt, ...picture }: WholePicture,
  operator: string,
  at: Date,
): Promise<void> {
  const newest = await tx
    .selectFrom("picture_revisions")
    .select(({ fn }) => fn.max("rev").as("rev"))
    .where("picture_key", "=", key)
    .executeTakeFirst();
  const rev = (newest?.rev ?? 0) + 1;
  await tx
    .insertInto("picture_revisions")
    .values({ picture_key: key, rev, ...picture, alt: JSON.stringify(alt), operator, at })
    .execute();
  await tx
    .deleteFrom("picture_revisions")
    .where("picture_key", "=", key)
    .where("rev", "<=", rev - KEPT)
    .execute();
}

export function pictureRevisions(db: Db, key: string) {
  return db
    .selectFrom("picture_revisions")
    .select(["rev", "at", "operator", "width", "height"])
    .where("picture_key", "=", key)
    .orderBy("rev", "desc")
    .execute();
}

export function pictureRevision(db: Db, key: string, rev: number) {
  return db
    .selectFrom("picture_revisions")
    .select(WHOLE)
    .where("picture_key", "=", key)
    .where("rev", "=", rev)
    .executeTakeFirst();
}
