import type { z } from "zod";
import type { BlockDocument, importedContent } from "./contract.ts";
import type { importedPicture } from "../pictures/contract.ts";
import { sanitiseDocument } from "./sanitise.server.ts";
import type { Db } from "../platform/database/database.server.ts";

const ENDINGS = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" } as const;
const NOTHING: BlockDocument = { blocks: [] };

/** A project's texts in the format of an import. */
export async function contentFile(db: Db, projectId: number): Promise<z.input<typeof importedContent>> {
  const rows = await db
    .selectFrom("content_blocks")
    .select(["key", "locale", "body"])
    .where("project_id", "=", projectId)
    .orderBy("key")
    .execute();
  const file: Record<string, { fr: BlockDocument; en?: BlockDocument }> = {};
  for (const { key, locale, body } of rows) {
    const texts = (file[key] ??= { fr: NOTHING });
    if (locale === "fr" || locale === "en") texts[locale] = sanitiseDocument(body);
  }
  return file;
}

/** The pictures of these keys in the format of an import; `file` is where a picture's bytes would lie beside it. */
export async function picturesFile(db: Db, keys: readonly string[]): Promise<z.input<typeof importedPicture>[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("pictures")
    .select(["key", "mime", "alt", "focal_x", "focal_y"])
    .where("key", "in", [...keys])
    .orderBy("key")
    .execute();
  return rows.map(({ key, mime, alt, focal_x: x, focal_y: y }) => ({
    key,
    file: `pictures/${key}.${ENDINGS[mime]}`,
    alt,
    focal_point: { x, y },
  }));
}

/** The bytes of a picture, for the file beside the export. */
export async function originalOf(db: Db, key: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("pictures").select("original").where("key", "=", key).executeTakeFirst();
  return row?.original;
}
