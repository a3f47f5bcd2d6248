import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import type { importedPicture } from "./contract.ts";
import type { PictureEncoder } from "./picture-encoder.server.ts";
import { checkPicture, isRefused, storePicture, type CheckedPicture } from "./pictures.server.ts";

type ImportedPicture = z.output<typeof importedPicture>;
type Accepted = { given: ImportedPicture; checked: CheckedPicture };
type Problem = { path: string; message: string };

/**
 * Looks at the pictures of an import before its transaction begins: new bytes are decoded, known bytes are not, and a file
 * that did not come along is fine where its key is stored already.
 */
export async function inspectPictures(
  world: Pick<World, "database"> & { encoder: PictureEncoder },
  pictures: ImportedPicture[],
  files: Map<string, Uint8Array>,
): Promise<{ accepted: Accepted[]; problems: Problem[] }> {
  const stored = await storedPictures(world, pictures.map((picture) => picture.key));
  const accepted: Accepted[] = [];
  const problems: Problem[] = [];
  for (const [at, given] of pictures.entries()) {
    const known = stored.get(given.key);
    const bytes = files.get(given.file);
    const checked = bytes === undefined || isSame(bytes, known) ? known : await checkPicture(world.encoder, bytes);
    if (checked === undefined) problems.push({ path: `pictures[${at}].file`, message: `${given.file} is not there, and no picture "${given.key}" is stored yet` });
    else if (isRefused(checked)) problems.push({ path: `pictures[${at}].file`, message: checked.message });
    else accepted.push({ given, checked });
  }
  return { accepted, problems };
}

export async function storePictures(world: Pick<World, "now">, tx: Transaction, accepted: Accepted[]): Promise<void> {
  for (const { given, checked } of accepted) {
    await storePicture(tx, { key: given.key, picture: checked, alt: given.alt, focalPoint: given.focal_point, now: world.now() });
  }
}

function isSame(bytes: Uint8Array, known: CheckedPicture | undefined): boolean {
  return known !== undefined && createHash("sha256").update(bytes).digest("hex") === known.sha256;
}

/** Stored pictures as checked ones, without their bytes: storing them again changes words and focal point only. */
async function storedPictures({ database }: Pick<World, "database">, keys: string[]): Promise<Map<string, CheckedPicture>> {
  if (keys.length === 0) return new Map();
  const rows = await database.db.selectFrom("pictures").select(["key", "mime", "width", "height", "sha256"]).where("key", "in", keys).execute();
  return new Map(rows.map(({ key, ...facts }) => [key, { ...facts, bytes: new Uint8Array() }]));
}
