import type { FocalPoint, PictureFormat, VariantSize, Size } from "../../ui/pictures/variants.ts";

/** The messages between the site and the process that decodes pictures: types, and the limits that both apply. */

/** Longest side in pixels; WebP cannot hold more. */
export const SIDE_MAX = 16_383;
/** Largest number of pixels that a picture's header may announce. */
export const PIXELS_MAX = 60_000_000;

export type OriginalFormat = "jpeg" | "png" | "webp";

export type EncodeJob = {
  do: "encode";
  size: VariantSize;
  format: PictureFormat;
  /** Size of the original in pixels, upright. */
  original: Size;
  focal: FocalPoint;
};

/** Decode every pixel and describe the picture. Beyond `pixelsMax` (default PIXELS_MAX) only the header is read. */
export type InspectJob = { do: "inspect"; format: OriginalFormat; pixelsMax?: number };

export type EncoderJob = EncodeJob | InspectJob;

export type EncodedPicture = Size & { body: Uint8Array };
/** `width` and `height` are after the camera's orientation is applied. */
export type InspectedPicture = Size & { frames: number; isTooBright: boolean };

export type EncoderResult = EncodedPicture | InspectedPicture;

export type EncoderRequest = { id: number; job: EncoderJob; bytes: Uint8Array };
/** `refusal` is the decoder's own error message. */
export type EncoderAnswer = { id: number; result: EncoderResult } | { id: number; refusal: string };
