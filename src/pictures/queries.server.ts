import { sql } from "kysely";
import type { PicturesTable } from "../../db/tables.ts";
import type { Localized } from "../platform/schema.ts";
import { COVERS, coverVariant, VARIANT_STEP, VARIANT_WIDTH_MAX, type PictureFormat } from "../ui/pictures/variants.ts";
import type { Db } from "../platform/database/database.server.ts";

/** What the encoder must know of a picture, without its bytes. Focal points are fractions, as stored. */
export type PictureProperties = Pick<PicturesTable, "key" | "sha256" | "width" | "height" | "focal_x" | "focal_y">;
export type StoredVariant = { width: number; height: number; body: Uint8Array };

const PROPERTIES = ["key", "sha256", "width", "height", "focal_x", "focal_y"] as const;

export async function pictureProperties(db: Db, key: string): Promise<PictureProperties | undefined> {
  return db.selectFrom("pictures").select(PROPERTIES).where("key", "=", key).executeTakeFirst();
}

/** The original's bytes; undefined where the picture is gone or its bytes changed. */
export async function pictureOriginal(db: Db, key: string, sha256: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom("pictures")
    .select("original")
    .where("key", "=", key)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row?.original;
}

/** The stored picture, locked for the rest of the transaction. */
export async function lockedPicture(tx: Db, key: string) {
  return tx
    .selectFrom("pictures")
    .select(["sha256", "alt", "focal_x", "focal_y"])
    .where("key", "=", key)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type PictureRow = Omit<PicturesTable, "alt" | "ladder_until"> & { alt: Localized };

/** Inserts a picture, or replaces the bytes of the one under its key. */
export async function putPicture(tx: Db, row: PictureRow): Promise<void> {
  const { key: _, ...values } = { ...row, alt: JSON.stringify(row.alt) };
  await tx
    .insertInto("pictures")
    .values({ key: row.key, ...values })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(values))
    .execute();
}

/** Changes a picture's texts and focal point; its bytes stay. */
export async function setPictureWords(
  tx: Db,
  { key, alt, ...values }: Pick<PictureRow, "key" | "alt" | "focal_x" | "focal_y" | "updated_at">,
): Promise<void> {
  await tx
    .updateTable("pictures")
    .set({ ...values, alt: JSON.stringify(alt) })
    .where("key", "=", key)
    .execute();
}

export async function dropVariants(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom("picture_variants").where("picture_key", "=", key).execute();
}

export async function dropCovers(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom("picture_variants").where("picture_key", "=", key).where("rung", "like", "c%").execute();
}

export type VariantName = { rung: string; format: PictureFormat };

export async function storedVariant(
  db: Db,
  { key, sha256 }: Pick<PictureProperties, "key" | "sha256">,
  { rung, format }: VariantName,
): Promise<StoredVariant | undefined> {
  return db
    .selectFrom("picture_variants")
    .select(["width", "height", "body"])
    .where("picture_key", "=", key)
    .where("rung", "=", rung)
    .where("format", "=", format)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
}

export async function storedVariantNames(
  db: Db,
  { key, sha256 }: Pick<PictureProperties, "key" | "sha256">,
): Promise<VariantName[]> {
  return db
    .selectFrom("picture_variants")
    .select(["rung", "format"])
    .where("picture_key", "=", key)
    .where("sha256", "=", sha256)
    .execute();
}

/**
 * Stores a variant, unless the picture changed while it was made or another node was faster. The lock on the picture
 * makes this wait for a save in progress, which would otherwise not delete the new row.
 */
export async function keepVariant(
  db: Db,
  properties: PictureProperties,
  { rung, format }: VariantName,
  { width, height, body }: StoredVariant,
): Promise<void> {
  await sql`
    insert into picture_variants (picture_key, sha256, rung, format, width, height, body)
    select key, sha256, ${rung}::text, ${format}::text, ${width}::integer, ${height}::integer, ${body}::bytea
    from pictures
    where key = ${properties.key} and sha256 = ${properties.sha256} and focal_x = ${properties.focal_x} and focal_y = ${properties.focal_y}
    for share
    on conflict (picture_key, rung, format) do nothing
  `.execute(db);
}

/** Variants that are made together: which sizes, in which formats. One group after another is made for all pictures. */
export type VariantGroup = {
  sizes: "width" | "cover";
  formats: readonly PictureFormat[];
  /** Only the pictures that a venue shows as its cover. */
  isForCovers?: boolean;
};

/**
 * Claims the next picture that lacks variants of a part, for `seconds`; venues' covers come first. Other nodes skip it
 * until the claim ends. No transaction stays open meanwhile, because it would block the embedded database. `skipped`
 * are `key sha256` of pictures that failed on this node.
 */
export async function claimPicture(
  db: Db,
  part: VariantGroup,
  { seconds, skipped }: { seconds: number; skipped: string[] },
): Promise<PictureProperties | undefined> {
  const { rows } = await sql<PictureProperties>`
    update pictures set ladder_until = now() + make_interval(secs => ${seconds}::double precision)
    where key = (
      select p.key from pictures p
      where (p.ladder_until is null or p.ladder_until < now())
        and ${lacks(part)}
        and p.key || ' ' || p.sha256 not in (select jsonb_array_elements_text(${JSON.stringify(skipped)}::jsonb))
      order by exists (select 1 from establishments e where e.cover_picture = p.key) desc, p.key
      limit 1
      for update skip locked
    )
    returning key, sha256, width, height, focal_x, focal_y
  `.execute(db);
  return rows[0];
}

export async function releasePicture(db: Db, key: string): Promise<void> {
  await db.updateTable("pictures").set({ ladder_until: null }).where("key", "=", key).execute();
}

/** SQL condition: the picture `p` has fewer variants of a part than the part has sizes and formats. */
function lacks({ sizes, formats, isForCovers = false }: VariantGroup) {
  const sizeCount =
    sizes === "cover"
      ? sql`${COVERS.length}::integer`
      : sql`ceil(least(p.width, ${VARIANT_WIDTH_MAX}::integer) / ${VARIANT_STEP}::numeric)`;
  const isOfPart =
    sizes === "cover"
      ? sql`v.rung in (${sql.join(COVERS.map((cover) => coverVariant(cover).name))})`
      : sql`v.rung like 'w%'`;
  return sql<boolean>`(
    select count(*) from picture_variants v
    where v.picture_key = p.key and v.sha256 = p.sha256
      and ${isOfPart}
      and v.format in (${sql.join(formats)})
  ) < ${sizeCount} * ${formats.length}::integer
  and (not ${isForCovers}::boolean or exists (select 1 from establishments e where e.cover_picture = p.key))`;
}
