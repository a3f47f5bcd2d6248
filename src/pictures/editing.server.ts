import type { PictureProperties } from "./queries.server.ts";
import { audit } from "../staff/audit.server.ts";
import type { Operator } from "../staff/operator.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { Localized } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { GROUP_TAG, venueTag, type Venue } from "../venues/venue.ts";
import type { PictureEncoder } from "./encoder/encoder.server.ts";
import { pictureUsage, renamePictureOfVenue, type PictureUsage } from "./references.server.ts";
import { insertPictureRevision, pictureRevision, pictureRevisions, wholePicture } from "./revision-queries.server.ts";
import type { FocalPoint } from "../ui/pictures/variants.ts";
import { checkPicture, isRefused, storePicture, type CheckedPicture, type PictureRefusal } from "./pictures.server.ts";
import { lockSite } from "../venues/site-lock.server.ts";

type ImportWorld = World & { encoder: PictureEncoder };

/** Alternative texts and focal point (in fractions). What is left out stays as it is. */
export type PictureWords = { alt?: Partial<Localized> | undefined; focalPoint?: FocalPoint | undefined };
export type PictureOutcome =
  /**
   * `isTooBright` means that text over the picture would be hard to read (WCAG 1.4.3). The picture is accepted, with a
   * warning.
   */
  | { id: string; key: string; width: number; height: number; isTooBright?: boolean }
  | { refusal: PictureRefusal }
  /** The key of a new picture belongs to a stored one already. */
  | { taken: true }
  /** The languages without an alternative text. */
  | { missingAlt: Locale[] }
  /** The picture is not this venue's to change. */
  | { usage: Exclude<PictureUsage, "own" | "shared"> }
  | { unknown: true };

const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };
const LOCALES: Locale[] = ["fr", "en"];

/**
 * Replaces a picture everywhere the venue shows it, at once. The bytes are decoded and checked before anything is
 * stored. A picture that other venues show too stays as it is for them: this venue gets its own copy, under a key that
 * begins with the venue's slug. The version before is kept. With `isNew`, an existing picture is not replaced.
 */
export async function replacePicture(
  world: ImportWorld,
  venue: Venue,
  operator: Operator,
  { key, bytes, isNew = false, ...words }: { key: string; bytes: Uint8Array; isNew?: boolean } & PictureWords,
): Promise<PictureOutcome> {
  const usage = await pictureUsage(world.database.db, venue, key);
  if (usage !== "own" && usage !== "shared") return { usage };
  const picture = await checkPicture(world.encoder, bytes);
  if (isRefused(picture)) return { refusal: picture };
  const outcome = await change(world, venue, operator, { key, picture, words, action: "picture.replace", isNew });
  return "id" in outcome ? { ...outcome, isTooBright: picture.isTooBright === true } : outcome;
}

/** Changes a picture's alternative texts and focal point; its bytes stay. */
export async function describePicture(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, ...words }: { key: string } & PictureWords,
): Promise<PictureOutcome> {
  const usage = await pictureUsage(world.database.db, venue, key);
  if (usage !== "own" && usage !== "shared") return { usage };
  return change(world, venue, operator, { key, picture: null, words, action: "picture.describe" });
}

/** Restores version `rev` of a picture. */
export async function restorePicture(
  world: World,
  venue: Venue,
  operator: Operator,
  key: string,
  rev: number,
): Promise<PictureOutcome> {
  const usage = await pictureUsage(world.database.db, venue, key);
  if (usage !== "own") return { usage: usage === "shared" ? "group" : usage };
  const old = await pictureRevision(world.database.db, key, rev);
  if (old === undefined) return { unknown: true };
  const { original: bytes, mime, width, height, sha256, alt, focal_x: x, focal_y: y } = old;
  const picture: CheckedPicture = { bytes, mime, width, height, sha256 };
  return change(world, venue, operator, {
    key,
    picture,
    words: { alt, focalPoint: { x, y } },
    action: "picture.restore",
  });
}

export type PictureFile = {
  key: string;
  usage: PictureUsage;
  alt: Localized;
  focalPoint: FocalPoint;
  width: number;
  height: number;
  version: string;
  revisions: { rev: number; at: Date; operator: string; width: number; height: number }[];
};

/**
 * A picture's texts, focal point and earlier versions, for its editor; null where it is another venue's or not stored.
 */
export async function pictureFile(world: World, venue: Venue, key: string): Promise<PictureFile | null> {
  const { db } = world.database;
  const usage = await pictureUsage(db, venue, key);
  const found = usage === "foreign" ? undefined : await wholePicture(db, key);
  if (found === undefined) return null;
  return {
    key,
    usage,
    alt: found.alt,
    focalPoint: { x: found.focal_x, y: found.focal_y },
    width: found.width,
    height: found.height,
    version: found.sha256.slice(0, 8),
    revisions: await pictureRevisions(db, key),
  };
}

type Change = {
  key: string;
  /** Null where only texts or focal point change. */
  picture: CheckedPicture | null;
  words: PictureWords;
  action: string;
  isNew?: boolean;
};

async function change(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, picture, words, action, isNew = false }: Change,
): Promise<PictureOutcome> {
  return inTransaction(world.database, async (tx) => {
    // Text blocks may have to name another picture. A save of one waits for this lock, and then sees the new revision.
    await lockSite(tx, venue.projectId);
    const before = await wholePicture(tx, key, { isLocked: true });
    if (isNew && before !== undefined) return { taken: true };
    const bytes = picture ?? (before && { ...before, bytes: before.original });
    if (bytes === undefined || bytes === null) return { unknown: true };
    const alt = { fr: words.alt?.fr ?? before?.alt.fr ?? "", en: words.alt?.en ?? before?.alt.en ?? "" };
    const missingAlt = LOCALES.filter((locale) => alt[locale].trim() === "");
    if (missingAlt.length > 0) return { missingAlt };
    const focalPoint = words.focalPoint ?? (before ? { x: before.focal_x, y: before.focal_y } : CENTRE);
    const own = (await pictureUsage(tx, venue, key)) === "shared" ? ownKey(venue, key) : key;
    const replaced = own === key ? before : await wholePicture(tx, own, { isLocked: true });
    if (replaced !== undefined) await insertPictureRevision(tx, replaced, operator.name, world.now());
    await storePicture(tx, { key: own, picture: bytes, alt, focalPoint, now: world.now() });
    if (own !== key) {
      await renamePictureOfVenue(tx, venue, key, own);
      await world.hooks.pictures.replaced(world, tx, { venue, operator, from: key, to: own });
    }
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action,
      subject: `picture:${own}`,
      before: before === undefined ? null : trailProperties({ ...before, key }),
      after: trailProperties({ ...bytes, key: own, alt, focal_x: focalPoint.x, focal_y: focalPoint.y }),
    });
    await bumpTags(world.database, tx, [venueTag(venue.id), GROUP_TAG]);
    return { id: own, key: own, width: bytes.width, height: bytes.height };
  });
}

function ownKey(venue: Venue, key: string): string {
  return `${venue.slug}-${key}`.slice(0, 100).replace(/-+$/, "");
}

function trailProperties({
  key,
  sha256,
  width,
  height,
  alt,
  focal_x,
  focal_y,
}: PictureProperties & { alt: Localized }): object {
  return { key, sha256, width, height, alt, focal_point: { x: focal_x, y: focal_y } };
}
