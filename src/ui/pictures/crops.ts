/**
 * Every shape (width:height) in which pictures are cut. The editor and the desk show a picture in each of them before it goes live.
 * Browser-safe. No page of ours uses the last two: 1200:630 is for link previews on other sites, 120:37 for the head of mails.
 */
export const PICTURE_CROPS = ["16:9", "21:9", "16:10", "3:2", "4:3", "1:1", "4:5", "1200:630", "120:37"] as const;
export type PictureCrop = (typeof PICTURE_CROPS)[number];

/** The shape as a CSS `aspect-ratio`. */
export function aspectOf(crop: PictureCrop): string {
  return crop.replace(":", " / ");
}
