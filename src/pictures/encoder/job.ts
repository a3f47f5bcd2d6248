import type { FocalPoint, PictureFormat, Rung, Size } from "../../ui/pictures/variants.ts";

/** What is said between the site and the process that decodes pictures. Types only, but for the limits both keep. */

/** Longest side, in pixels: what WebP can write. */
export const SIDE_MAX = 16_383;
/** Pixels that a picture's header may announce (T35). */
export const PIXELS_MAX = 60_000_000;

export type OriginalFormat = "jpeg" | "png" | "webp";

export type EncodeJob = {
  do: "encode";
  rung: Rung;
  format: PictureFormat;
  /** The original's pixels, upright. */
  original: Size;
  focal: FocalPoint;
};

/** Decode every pixel and say what the picture is. Beyond `pixelsMax` (PIXELS_MAX) only the header is read. */
export type InspectJob = { do: "inspect"; format: OriginalFormat; pixelsMax?: number };

export type EncoderJob = EncodeJob | InspectJob;

export type EncodedPicture = Size & { body: Uint8Array };
/** `width` and `height` as seen, after the camera's orientation is applied. */
export type InspectedPicture = Size & { frames: number; isTooBright: boolean };

export type EncoderResult = EncodedPicture | InspectedPicture;

export type EncoderRequest = { id: number; job: EncoderJob; bytes: Uint8Array };
/** `refusal` is the decoder's own complaint about the bytes. */
export type EncoderAnswer = { id: number; result: EncoderResult } | { id: number; refusal: string };
