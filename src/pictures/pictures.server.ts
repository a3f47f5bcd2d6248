import { createHash } from "node:crypto";
import type { Transaction } from "../platform/database/database.server.ts";
import type { Localized } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import { PIXELS_MAX, SIDE_MAX, type EncodeJob, type OriginalFormat } from "./encoder/job.ts";
import type { PictureEncoder } from "./encoder/encoder.server.ts";
import {
  setPictureWords,
  dropCovers,
  dropVariants,
  keepVariant,
  lockedPicture,
  pictureOriginal,
  putPicture,
  type PictureProperties,
  type StoredVariant,
} from "./queries.server.ts";
import type { FocalPoint, PictureFormat, VariantSize } from "../ui/pictures/variants.ts";

/** Largest upload, in bytes. */
const PICTURE_BYTES_MAX = 10 * 1024 * 1024;

/** Bytes that were decoded and are an accepted picture. Only checkPicture makes one. */
export type CheckedPicture = {
  bytes: Uint8Array;
  mime: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
  sha256: string;
  /** Set where the brightness was measured: text over the picture would be hard to read. */
  isTooBright?: boolean;
};
export type PictureRefusal = {
  code: "too_large" | "not_a_picture" | "too_many_pixels" | "animated" | "broken" | "too_heavy" | "busy";
  message: string;
};

export type StoredPicture = "added" | "replaced" | "described" | "unchanged";

/** What makes variants: the database holds the bytes, the encoder's process does the work. */
export type PictureWorld = Pick<World, "database" | "log"> & { encoder: PictureEncoder };

/**
 * Checks an uploaded picture (see inspectPicture) and computes the hash under which it is stored. Call it outside a
 * transaction.
 */
export async function checkPicture(
  encoder: PictureEncoder,
  bytes: Uint8Array,
): Promise<CheckedPicture | PictureRefusal> {
  const looked = await inspectPicture(encoder, bytes, { bytesMax: PICTURE_BYTES_MAX, pixelsMax: PIXELS_MAX });
  if ("code" in looked) return looked;
  const { format, width, height, isTooBright } = looked;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes, mime: `image/${format}`, width, height, sha256, isTooBright };
}

/**
 * Checks bytes: JPEG, PNG or WebP by their first bytes, whatever the file's name says; one frame; at most `bytesMax`
 * bytes, `pixelsMax` pixels and 16,383 pixels a side. Every pixel is decoded, in the child process.
 */
export async function inspectPicture(
  encoder: PictureEncoder,
  bytes: Uint8Array,
  { bytesMax, pixelsMax }: { bytesMax: number; pixelsMax: number },
): Promise<{ format: OriginalFormat; width: number; height: number; isTooBright: boolean } | PictureRefusal> {
  if (bytes.length > bytesMax) return refusal("too_large");
  const format = formatOf(bytes);
  if (format === undefined) return refusal("not_a_picture");
  if (format === "png" && isAnimatedPng(bytes)) return refusal("animated");
  const inspected = await encoder.inspect({ do: "inspect", format, pixelsMax }, bytes);
  if ("failure" in inspected) return refusal(REFUSAL_OF_FAILURE[inspected.failure]);
  const { width, height, frames, isTooBright } = inspected;
  if (frames !== 1) return refusal("animated");
  if (width * height > pixelsMax || Math.max(width, height) > SIDE_MAX) return refusal("too_many_pixels");
  return { format, width, height, isTooBright };
}

/** True for a refusal of checkPicture. */
export function isRefused(checked: CheckedPicture | PictureRefusal): checked is PictureRefusal {
  return "code" in checked;
}

/**
 * Stores a checked picture under its key. The same bytes again change only texts and focal point. Another focal point
 * drops the covers, which are cut around it; other bytes drop every variant. `focalPoint` is in fractions from the top
 * left corner. The caller bumps the cache tags of the pages that show the picture.
 */
export async function storePicture(
  tx: Transaction,
  {
    key,
    picture,
    alt,
    focalPoint,
    now,
  }: { key: string; picture: CheckedPicture; alt: Localized; focalPoint: FocalPoint; now: Date },
): Promise<StoredPicture> {
  const before = await lockedPicture(tx, key);
  const described = { key, alt, focal_x: focalPoint.x, focal_y: focalPoint.y, updated_at: now };
  if (before?.sha256 !== picture.sha256) {
    const { bytes, mime, width, height, sha256 } = picture;
    await putPicture(tx, { ...described, original: bytes, mime, width, height, sha256 });
    await dropVariants(tx, key);
    return before === undefined ? "added" : "replaced";
  }
  const isSameFocus = before.focal_x === focalPoint.x && before.focal_y === focalPoint.y;
  if (isSameFocus && before.alt.fr === alt.fr && before.alt.en === alt.en) return "unchanged";
  await setPictureWords(tx, described);
  if (!isSameFocus) await dropCovers(tx, key);
  return "described";
}

/** The focal point in whole per cent, as pages and covers use it. */
export function focalOf({ focal_x, focal_y }: Pick<PictureProperties, "focal_x" | "focal_y">): FocalPoint {
  return { x: Math.round(focal_x * 100), y: Math.round(focal_y * 100) };
}

/**
 * What a variant's bytes depend on, as one word: the original, the size, the focal point (covers only) and the format.
 */
export function variantIdentity(properties: PictureProperties, size: VariantSize, format: PictureFormat): string {
  const { x, y } = focalOf(properties);
  return [properties.sha256.slice(0, 32), size.name, ...(size.kind === "cover" ? [`${x}-${y}`] : []), format].join(".");
}

/**
 * Makes a variant and stores it. Undefined where that fails: the picture is gone or was replaced, the encoder failed
 * (logged) or was stopped.
 */
export async function makeVariant(
  { database, encoder, log }: PictureWorld,
  {
    properties,
    size,
    format,
    isUrgent,
    signal,
  }: {
    properties: PictureProperties;
    size: VariantSize;
    format: PictureFormat;
    isUrgent: boolean;
    signal?: AbortSignal;
  },
): Promise<StoredVariant | undefined> {
  const job: EncodeJob = {
    do: "encode",
    size,
    format,
    original: { width: properties.width, height: properties.height },
    focal: focalOf(properties),
  };
  const made = await encoder.encode({
    identity: variantIdentity(properties, size, format),
    job,
    read: () => pictureOriginal(database.db, properties.key, properties.sha256),
    isUrgent,
    ...(signal === undefined ? {} : { signal }),
  });
  if ("failure" in made) {
    const { failure, reason, isRemembered } = made;
    if (failure !== "stopped" && isRemembered !== true)
      log.warn(
        { picture: properties.key, rung: size.name, format, failure, reason },
        "a picture variant could not be made",
      );
    return undefined;
  }
  await keepVariant(database.db, properties, { rung: size.name, format }, made);
  return made;
}

const MESSAGES: Record<PictureRefusal["code"], string> = {
  too_large: "The picture must have at most 10 MB.",
  not_a_picture: "The file must be a JPEG, PNG or WebP picture.",
  too_many_pixels: "The picture must have at most 60 million pixels, and 16,383 on each side.",
  animated: "The picture must not be animated.",
  broken: "The picture is damaged and cannot be read.",
  too_heavy: "The picture takes too much memory or time to read.",
  busy: "The picture could not be looked at now, please try again.",
};

const REFUSAL_OF_FAILURE = { refused: "broken", too_heavy: "too_heavy", crashed: "broken", stopped: "busy" } as const;

function refusal(code: PictureRefusal["code"]): PictureRefusal {
  return { code, message: MESSAGES[code] };
}

function formatOf(bytes: Uint8Array): OriginalFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  return head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "webp" : undefined;
}

const CHUNK_IDAT = 0x49444154;
const CHUNK_ACTL = 0x6163544c;

/** sharp decodes the first frame of an animated PNG without saying so; its `acTL` chunk stands before the pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = view.getUint32(at + 4);
    if (chunk === CHUNK_ACTL) return true;
    if (chunk === CHUNK_IDAT) return false;
  }
  return false;
}
