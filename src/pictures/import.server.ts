import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Db, Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { importedPicture } from "./contract.ts";
import type { PictureEncoder } from "./encoder/encoder.server.ts";
import { checkPicture, isRefused, storePicture, type CheckedPicture } from "./pictures.server.ts";

type ImportedPicture = z.output<typeof importedPicture>;
export type InspectedPicture = CheckedPicture;
type Problem = { path: string; message: string };
type Listed = { key?: string | undefined; file?: string | undefined };

/**
 * Checks the pictures of an import before its transaction begins. New bytes are decoded, known bytes are not; a missing
 * file is fine where its key is stored already. `inspected` is by key.
 */
export async function inspectPictures(
  world: Pick<World, "database"> & { encoder: PictureEncoder },
  pictures: Listed[],
  files: Map<string, Uint8Array>,
): Promise<{ inspected: Map<string, InspectedPicture>; problems: Problem[] }> {
  const stored = await storedPictures(
    world.database.db,
    pictures.flatMap((picture) => picture.key ?? []),
  );
  const inspected = new Map<string, InspectedPicture>();
  const problems: Problem[] = [];
  for (const [at, { key, file }] of pictures.entries()) {
    if (key === undefined || file === undefined || inspected.has(key)) continue;
    const known = stored.get(key);
    const bytes = files.get(file);
    const checked = bytes === undefined || isSame(bytes, known) ? known : await checkPicture(world.encoder, bytes);
    const path = `pictures[${at}].file`;
    if (checked === undefined)
      problems.push({ path, message: `${file} is not there, and no picture "${key}" is stored yet` });
    else if (isRefused(checked)) problems.push({ path, message: checked.message });
    else inspected.set(key, checked);
  }
  return { inspected, problems };
}

/**
 * Stores pictures in the order of their keys, so that two imports do not deadlock. Returns true where a stored picture
 * changed its bytes or texts: venues share pictures, so other venues' pages may show it.
 */
export async function storePictures(
  world: Pick<World, "now">,
  tx: Transaction,
  pictures: ImportedPicture[],
  inspected: Map<string, InspectedPicture>,
): Promise<boolean> {
  const sorted = pictures.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  // Pictures known without their bytes are read again under a lock: another import may have replaced them meanwhile.
  const known = sorted.flatMap(({ key }) => (inspected.get(key)?.bytes.length === 0 ? key : []));
  const current = await storedPictures(tx, known, true);
  let isChanged = false;
  for (const { key, alt, focal_point } of sorted) {
    const picture = current.get(key) ?? inspected.get(key);
    if (picture === undefined) throw new Error(`picture ${key} was not inspected before its import`);
    const stored = await storePicture(tx, { key, picture, alt, focalPoint: focal_point, now: world.now() });
    isChanged ||= stored === "replaced" || stored === "described";
  }
  return isChanged;
}

function isSame(bytes: Uint8Array, known: CheckedPicture | undefined): boolean {
  return known !== undefined && createHash("sha256").update(bytes).digest("hex") === known.sha256;
}

/** Stored pictures without their bytes: storing them again changes texts and focal point only. */
async function storedPictures(db: Db, keys: string[], isLocked = false): Promise<Map<string, CheckedPicture>> {
  if (keys.length === 0) return new Map();
  const query = db
    .selectFrom("pictures")
    .select(["key", "mime", "width", "height", "sha256"])
    .where("key", "in", keys)
    .orderBy("key");
  const rows = await (isLocked ? query.forNoKeyUpdate() : query).execute();
  return new Map(rows.map(({ key, ...properties }) => [key, { ...properties, bytes: new Uint8Array() }]));
}
