/**
 * Every shape, width to height, in which pictures are cut: the editor and the desk show a picture in each of them before it goes live.
 * Browser-safe. 1200:630 is what other sites show of a page that is shared there; no page of ours cuts so.
 */
export const PICTURE_CROPS = ["16:9", "21:9", "16:10", "3:2", "4:3", "1:1", "4:5", "1200:630"] as const;
export type PictureCrop = (typeof PICTURE_CROPS)[number];

/** The shape as a style sheet says it. */
export function aspectOf(crop: PictureCrop): string {
  return crop.replace(":", " / ");
}
