import sharp, { type ResizeOptions, type Sharp } from "sharp";
import type {
  EncodedPicture,
  EncodeJob,
  EncoderAnswer,
  EncoderJob,
  EncoderRequest,
  EncoderResult,
  InspectedPicture,
  InspectJob,
} from "./job.ts";
import { PIXELS_MAX, SIDE_MAX } from "./job.ts";
import { isTooBright } from "../light.ts";
import { coverRegion } from "../../ui/pictures/cover-region.ts";
import type { PictureFormat, Size } from "../../ui/pictures/variants.ts";

/**
 * The process that decodes and encodes pictures. It reads bytes from strangers, so it has no secrets, no database and
 * only three decoders, and its parent may kill it at any time.
 */

/** The night colour of the pages. It lies behind a transparent picture where the format has no transparency. */
const NIGHT = "#0d0a08";

/** The brightness is measured on the picture reduced to this many pixels a side. */
const SAMPLE = 9;

/** A resized picture of more pixels than this is cropped before it is resized. */
const UNCUT_PIXELS_MAX = 16_000_000;

/** The bytes that the first round trip of a new connection brings: ten segments of 1,460 bytes, less the headers. */
const ROUND_TRIP_BYTES = 14_000;
/** A variant above this size cannot be brought down to one round trip. */
const LIGHTENED_BYTES_MAX = 25_000;
const PHONE_WIDTH = 900;
/** The lowest quality. On the demo's pictures at the size of a phone no difference to the usual quality is visible. */
const QUALITY_LEAST = 38;

const INPUT = { failOn: "error", limitInputPixels: PIXELS_MAX, autoOrient: true } as const;

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.concurrency(1);
sharp.cache(false);

process.on("message", (request: EncoderRequest) => void answer(request));
// The parent is gone. SIGKILL, because an orderly exit would first finish the current picture.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function answer({ id, job, bytes }: EncoderRequest): Promise<void> {
  process.send?.(await outcome(id, job, bytes));
}

async function outcome(id: number, job: EncoderJob, bytes: Uint8Array): Promise<EncoderAnswer> {
  try {
    return { id, result: await run(job, bytes) };
  } catch (error) {
    return { id, refusal: error instanceof Error ? error.message : String(error) };
  }
}

function run(job: EncoderJob, bytes: Uint8Array): Promise<EncoderResult> {
  return job.do === "inspect" ? inspect(job, bytes) : encode(job, bytes);
}

/**
 * Judges the header before any pixel is decoded, then decodes all pixels, because a header says nothing about what
 * follows it.
 */
async function inspect(job: InspectJob, bytes: Uint8Array): Promise<InspectedPicture> {
  const { format, autoOrient, pages = 1 } = await sharp(bytes, { ...INPUT, limitInputPixels: false }).metadata();
  if (format !== job.format) throw new Error(`The bytes begin like ${job.format} but decode as ${format}`);
  const inspected = { width: autoOrient.width, height: autoOrient.height, frames: pages };
  if (!isDecodable(inspected, job.pixelsMax ?? PIXELS_MAX)) return { ...inspected, isTooBright: false };
  const pixels = await sharp(bytes, INPUT)
    .resize(SAMPLE, SAMPLE, { fit: "fill" })
    .flatten({ background: NIGHT })
    .toColourspace("srgb")
    .raw()
    .toBuffer();
  return { ...inspected, isTooBright: isTooBright(pixels, { rows: SAMPLE, channels: 3 }) };
}

function isDecodable({ width, height, frames }: Size & { frames: number }, pixelsMax: number): boolean {
  return frames === 1 && width * height <= pixelsMax && Math.max(width, height) <= SIDE_MAX;
}

/** sharp drops metadata and converts colours to sRGB by default; both are wanted. */
async function encode(job: EncodeJob, bytes: Uint8Array): Promise<EncodedPicture> {
  const sized =
    job.size.kind === "cover"
      ? await cut(bytes, job, job.size)
      : whole(bytes, { width: job.size.width, withoutEnlargement: true });
  if (!isPhonesFirst(job)) return encoded(written(sized, job.format, job.size.width));
  const { data, info } = await sized.raw().toBuffer({ resolveWithObject: true });
  const pixels = () => sharp(data, { raw: info });
  const made = await encoded(written(pixels(), job.format, job.size.width));
  if (made.body.byteLength <= ROUND_TRIP_BYTES || made.body.byteLength > LIGHTENED_BYTES_MAX) return made;
  const lighter = await encoded(avif(pixels(), QUALITY_LEAST));
  return lighter.body.byteLength <= ROUND_TRIP_BYTES ? lighter : made;
}

async function encoded(picture: Sharp): Promise<EncodedPicture> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { body: data, width: info.width, height: info.height };
}

/** The variant that phones show first. A little less quality is worth a saved round trip (decision 0043). */
function isPhonesFirst({ size, format }: EncodeJob): boolean {
  return size.kind === "width" && size.width === PHONE_WIDTH && format === "avif";
}

function whole(bytes: Uint8Array, size: ResizeOptions): Sharp {
  return sharp(bytes, INPUT).resize(size);
}

/**
 * Shrinks the picture until it just covers the cover, then cuts. Doing both in one call would make the decoder hold
 * every pixel of a picture that the camera turned. A very long picture would become too large before it is cut, so it
 * is cut first.
 */
async function cut(bytes: Uint8Array, { original, focal }: EncodeJob, cover: Size): Promise<Sharp> {
  const scale = Math.max(cover.width / original.width, cover.height / original.height);
  const size = {
    width: Math.max(cover.width, Math.round(original.width * scale)),
    height: Math.max(cover.height, Math.round(original.height * scale)),
  };
  if (size.width * size.height > UNCUT_PIXELS_MAX) {
    return sharp(bytes, INPUT)
      .extract(coverRegion(original, cover, focal))
      .resize({ width: cover.width, height: cover.height, fit: "fill" });
  }
  const { data, info } = await whole(bytes, { ...size, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info }).extract({
    ...coverRegion(size, cover, focal),
    width: cover.width,
    height: cover.height,
  });
}

function written(picture: Sharp, format: PictureFormat, width: number): Sharp {
  if (format === "avif") return avif(picture, avifQuality(width));
  if (format === "webp") return picture.webp({ quality: 74, effort: 4 });
  return picture.flatten({ background: NIGHT }).jpeg({ quality: 78, mozjpeg: true });
}

function avif(picture: Sharp, quality: number): Sharp {
  return picture.avif({ quality, effort: 3, chromaSubsampling: "4:2:0" });
}

/**
 * Wide variants go to dense screens, where artefacts look half as large, and they weigh most. Measured on the demo's
 * pictures: effort 4 saves a few per cent of the bytes of effort 3 and takes four times as long.
 */
function avifQuality(width: number): number {
  return width <= 900 ? 49 : 46;
}
