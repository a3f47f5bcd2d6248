/**
 * The sizes in which `/media` serves pictures: widths in steps of 300 px up to 3,000, and covers cut to an exact size.
 * Browser-safe: pages name sizes, the server encodes them.
 */

export const VARIANT_STEP = 300;
/** Widest variant, in pixels. */
export const VARIANT_WIDTH_MAX = 3000;

export const COVERS = ["1920x1080", "1200x630", "600x600"] as const;
/** The cover at the head of mails. Only a venue's own picture needs it, so it is made when it is first asked for. */
export const MAIL_HEADER_COVER = "1200x370";
export type Cover = (typeof COVERS)[number] | typeof MAIL_HEADER_COVER;

export type PictureFormat = "avif" | "webp" | "jpeg";

/** One size of a picture. A width keeps the original's shape and never enlarges it; a cover is cut to exactly its size. */
export type VariantSize =
  | { kind: "width"; name: string; width: number }
  | { kind: "cover"; name: string; width: number; height: number };

/** What an address asks for, before the picture is known. */
export type VariantRequest = { width: number } | { cover: Cover };

/** The focal point in whole per cent of the picture's width and height. */
export type FocalPoint = { x: number; y: number };
export type Size = { width: number; height: number };

/** A positive whole number of at most five digits. */
const WIDTH = /^[1-9]\d{0,4}$/;

/**
 * Reads `?width=` (any positive number) or `?cover=` (a cover). Without either, the widest variant is meant.
 * Both at once, a repeated parameter or anything else gives undefined; `/media` then answers 404.
 */
export function readVariantRequest(query: URLSearchParams): VariantRequest | undefined {
  const widths = query.getAll("width");
  const covers = query.getAll("cover");
  if (widths.length + covers.length > 1) return undefined;
  if (covers[0] !== undefined) return isCover(covers[0]) ? { cover: covers[0] } : undefined;
  if (widths[0] === undefined) return { width: VARIANT_WIDTH_MAX };
  return WIDTH.test(widths[0]) ? { width: Number(widths[0]) } : undefined;
}

/** The size that answers a request: a width rounds up to the next step and never goes beyond the step above the original. */
export function variantFor(request: VariantRequest, originalWidth: number): VariantSize {
  if ("cover" in request) return coverVariant(request.cover);
  return widthVariant(Math.min(stepAbove(request.width), widestVariant(originalWidth)));
}

/**
 * Widths worth encoding, ascending. The last one is named by the step above the original's width and holds the original's
 * own pixels.
 */
export function variantWidths(originalWidth: number): number[] {
  return Array.from({ length: widestVariant(originalWidth) / VARIANT_STEP }, (_, index) => (index + 1) * VARIANT_STEP);
}

export function widthVariant(width: number): VariantSize {
  return { kind: "width", name: `w${width}`, width };
}

export function coverVariant(cover: Cover): VariantSize {
  const [width = 0, height = 0] = cover.split("x").map(Number);
  return { kind: "cover", name: `c${cover}`, width, height };
}

function isCover(value: string): value is Cover {
  return value === MAIL_HEADER_COVER || COVERS.some((cover) => cover === value);
}

function widestVariant(originalWidth: number): number {
  return stepAbove(Math.min(originalWidth, VARIANT_WIDTH_MAX));
}

function stepAbove(width: number): number {
  return Math.min(VARIANT_WIDTH_MAX, Math.ceil(width / VARIANT_STEP) * VARIANT_STEP);
}
