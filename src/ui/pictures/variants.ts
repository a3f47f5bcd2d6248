/** The sizes in which `/media` serves pictures. Browser-safe: pages name the sizes, the server encodes them. */

export const RUNG_STEP = 300;
/** The widest size, in pixels. */
export const RUNG_WIDTH_MAX = 3000;

export const COVERS = ["1920x1080", "1200x630", "600x600"] as const;
export type Cover = (typeof COVERS)[number];

export type PictureFormat = "avif" | "webp" | "jpeg";

/** One size of a picture. A width keeps the original's shape and never enlarges it; a cover is cropped to exactly its size. */
export type Rung =
  | { kind: "width"; name: string; width: number }
  | { kind: "cover"; name: string; width: number; height: number };

/** The requested size, before the picture is known. */
export type RungRequest = { width: number } | { cover: Cover };

/** The focal point, in whole per cent of the picture's width and height. */
export type FocalPoint = { x: number; y: number };
export type Size = { width: number; height: number };
export type Region = Size & { left: number; top: number };

/** At most five digits; larger numbers are refused. */
const WIDTH = /^[1-9]\d{0,4}$/;

/**
 * Reads `?width=` (any positive number) or `?cover=` (one of COVERS). Without either it is the widest size. Both, a repetition, or a
 * malformed size gives undefined, which is answered with the picture for missing ones.
 */
export function readRungRequest(query: URLSearchParams): RungRequest | undefined {
  const widths = query.getAll("width");
  const covers = query.getAll("cover");
  if (widths.length + covers.length > 1) return undefined;
  if (covers[0] !== undefined) return isCover(covers[0]) ? { cover: covers[0] } : undefined;
  if (widths[0] === undefined) return { width: RUNG_WIDTH_MAX };
  return WIDTH.test(widths[0]) ? { width: Number(widths[0]) } : undefined;
}

/** The size that answers a request: widths are rounded up to the next step, at most to the step above the original. */
export function rungFor(request: RungRequest, originalWidth: number): Rung {
  if ("cover" in request) return coverRung(request.cover);
  return widthRung(Math.min(stepAbove(request.width), widestRung(originalWidth)));
}

/** The widths worth encoding, ascending. The last one is the step above the original's width and holds the original's own pixels. */
export function widthRungs(originalWidth: number): number[] {
  return Array.from({ length: widestRung(originalWidth) / RUNG_STEP }, (_, index) => (index + 1) * RUNG_STEP);
}

export function widthRung(width: number): Rung {
  return { kind: "width", name: `w${width}`, width };
}

export function coverRung(cover: Cover): Rung {
  const [width = 0, height = 0] = cover.split("x").map(Number);
  return { kind: "cover", name: `c${cover}`, width, height };
}

/**
 * The largest region of the picture in a cover's shape. It is placed as CSS `object-position` would place it, so the focal point stays
 * inside, and the crop equals the one that a page shows.
 */
export function coverRegion(picture: Size, cover: Size, focal: FocalPoint): Region {
  const scale = Math.max(cover.width / picture.width, cover.height / picture.height);
  const width = Math.max(1, Math.min(picture.width, Math.round(cover.width / scale)));
  const height = Math.max(1, Math.min(picture.height, Math.round(cover.height / scale)));
  return {
    width,
    height,
    left: Math.round(((picture.width - width) * focal.x) / 100),
    top: Math.round(((picture.height - height) * focal.y) / 100),
  };
}

function isCover(value: string): value is Cover {
  return COVERS.some((cover) => cover === value);
}

function widestRung(originalWidth: number): number {
  return stepAbove(Math.min(originalWidth, RUNG_WIDTH_MAX));
}

function stepAbove(width: number): number {
  return Math.min(RUNG_WIDTH_MAX, Math.ceil(width / RUNG_STEP) * RUNG_STEP);
}
