import sharp, { type Sharp } from "sharp";
import type { EncodedPicture, EncodeJob, EncoderAnswer, EncoderJob, EncoderRequest, EncoderResult, InspectedPicture, InspectJob } from "./picture-encoder-job.ts";
import { PIXELS_MAX, SIDE_MAX } from "./picture-encoder-job.ts";
import { coverRegion, type PictureFormat } from "./picture-rungs.ts";

/**
 * The process that decodes and encodes pictures. It reads what strangers send, so it has no secrets, no database and only
 * three decoders, and whoever started it may kill it at any time (T35).
 */

/** The page's night: what lies under a transparent picture where the format has no transparency. */
const NIGHT = "#0d0a08";

/** Pixels that a picture may have before a cover is cut out of it. */
const WHOLE_PIXELS_MAX = 16_000_000;

const INPUT = { failOn: "error", limitInputPixels: PIXELS_MAX, autoOrient: true } as const;

sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
sharp.concurrency(1);
sharp.cache(false);

process.on("message", (request: EncoderRequest) => void answer(request));
process.on("disconnect", () => process.exit(0));

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

/** The header is judged before a pixel is decoded; then all are, because a header says nothing about what follows it. */
async function inspect(job: InspectJob, bytes: Uint8Array): Promise<InspectedPicture> {
  const { format, autoOrient, pages = 1 } = await sharp(bytes, { ...INPUT, limitInputPixels: false }).metadata();
  if (format !== job.format) throw new Error(`The bytes are ${format} and look like ${job.format}`);
  const inspected = { width: autoOrient.width, height: autoOrient.height, frames: pages };
  if (isDecodable(inspected)) await sharp(bytes, INPUT).resize(8, 8, { fit: "fill" }).raw().toBuffer();
  return inspected;
}

function isDecodable({ width, height, frames }: InspectedPicture): boolean {
  return frames === 1 && width * height <= PIXELS_MAX && Math.max(width, height) <= SIDE_MAX;
}

/** Metadata is left behind and colours become sRGB: both are what sharp does unless told otherwise. */
async function encode(job: EncodeJob, bytes: Uint8Array): Promise<EncodedPicture> {
  const { data, info } = await written(resized(sharp(bytes, INPUT), job), job.format, job.rung.width).toBuffer({ resolveWithObject: true });
  return { body: data, width: info.width, height: info.height };
}

function resized(picture: Sharp, { rung, original, focal }: EncodeJob): Sharp {
  if (rung.kind === "width") return picture.resize({ width: rung.width, withoutEnlargement: true });
  const scale = Math.max(rung.width / original.width, rung.height / original.height);
  const whole = { width: Math.max(rung.width, Math.round(original.width * scale)), height: Math.max(rung.height, Math.round(original.height * scale)) };
  // Shrinking first lets the decoder skip pixels; a ribbon, though, would grow without measure before it is cut.
  if (whole.width * whole.height > WHOLE_PIXELS_MAX) return picture.extract(coverRegion(original, rung, focal)).resize(rung.width, rung.height, { fit: "fill" });
  return picture.resize(whole.width, whole.height, { fit: "fill" }).extract({ ...coverRegion(whole, rung, focal), width: rung.width, height: rung.height });
}

function written(picture: Sharp, format: PictureFormat, width: number): Sharp {
  if (format === "avif") return picture.avif({ quality: avifQuality(width), effort: 3, chromaSubsampling: "4:2:0" });
  if (format === "webp") return picture.webp({ quality: 74, effort: 4 });
  return picture.flatten({ background: NIGHT }).jpeg({ quality: 78, mozjpeg: true });
}

/**
 * Wide rungs go to dense screens, where an artefact is half as large, and they are the ones that weigh. Measured on the
 * demo's film grain: effort 4 saves a few per cent of the bytes of effort 3 and takes four times as long.
 */
function avifQuality(width: number): number {
  return width <= 900 ? 52 : 46;
}
