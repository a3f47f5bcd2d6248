import type { FocalPoint, Size } from "./variants.ts";

type Region = Size & { left: number; top: number };

/**
 * The largest region of the picture in a cover's shape. It is placed as CSS `object-position` places it, so the focal
 * point stays inside and the cut is the same as on a page.
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
