import { crc32 } from "node:zlib";
import sharp from "sharp";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { openPictureEncoder } from "../../src/pictures/encoder/encoder.server.ts";
import type { FocalPoint } from "../../src/ui/pictures/variants.ts";
import {
  checkPicture,
  isRefused,
  storePicture,
  type PictureWorld,
  type StoredPicture,
} from "../../src/pictures/pictures.server.ts";

/** Small pictures whose parts can be told apart by their colour, and files that only look like pictures. */

export const RED = { r: 200, g: 30, b: 30 };
export const BLUE = { r: 30, g: 30, b: 200 };

/** The left half is red, the right half blue. */
export async function redAndBlue(width: number, height: number): Promise<Buffer> {
  const half = await sharp({ create: { width: Math.floor(width / 2), height, channels: 3, background: RED } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: BLUE } })
    .composite([{ input: half, left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

export async function plain(width: number, height: number, background = RED): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A PNG whose header announces a size, without pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    pngChunk("IHDR", header),
    pngChunk("IDAT", Buffer.from([0x78, 0x9c, 3, 0, 0, 0, 0, 1])),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The strongest of red, green and blue at a fraction of a picture's width and height. */
export async function colourAt(bytes: Uint8Array, across: number, down: number): Promise<"red" | "green" | "blue"> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor((info.height - 1) * down) * info.width + Math.floor((info.width - 1) * across)) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  if (red > green && red > blue) return "red";
  return green > blue ? "green" : "blue";
}

/** Opens an encoder on a database; the caller closes it. */
export function openPictureWorld(database: Database): PictureWorld {
  return { database, log: openLog("silent"), encoder: openPictureEncoder() };
}

/** Checks and stores a picture, as an import does. */
export async function store(
  { database, encoder }: PictureWorld,
  key: string,
  bytes: Uint8Array,
  {
    focalPoint = { x: 0.5, y: 0.5 },
    alt = { fr: "Le hall", en: "The hall" },
  }: { focalPoint?: FocalPoint; alt?: { fr: string; en: string } } = {},
): Promise<StoredPicture> {
  const picture = await checkPicture(encoder, bytes);
  if (isRefused(picture)) throw new Error(picture.message);
  return inTransaction(database, (tx) =>
    storePicture(tx, { key, picture, alt, focalPoint, now: new Date("2026-11-20T20:00:00Z") }),
  );
}
