import type { PictureView } from "./picture-view.ts";
import { VARIANT_WIDTH_MAX, variantWidths, type Cover } from "./variants.ts";

/** Addresses of pictures for pages. Browser-safe. */

/** The largest width of `src` in pixels, used only by browsers without `srcset` and by readers of the raw HTML. */
const PLAIN_WIDTH = 900;

export type PictureSource = { src: string; srcSet: string };

type Addressed = Pick<PictureView, "key" | "width"> & { version?: string };
type CoverAddressed = Pick<PictureView, "key" | "x" | "y"> & { version?: string };

/**
 * `src` and `srcset` of a picture. `widths` are the widths to offer in pixels, multiples of 300; all useful ones by default.
 * Widths beyond the original come down to its widest variant. `mediaUrl` is the CDN's address; the page's own origin by default.
 */
export function pictureSource(
  picture: Addressed,
  { widths, mediaUrl = "" }: { widths?: readonly number[]; mediaUrl?: string } = {},
): PictureSource {
  const useful = variantWidths(picture.width);
  const widest = useful.at(-1) ?? VARIANT_WIDTH_MAX;
  const chosen = widths === undefined ? useful : [...new Set(widths.map((width) => Math.min(width, widest)))];
  return {
    src: widthAddress(picture, Math.min(PLAIN_WIDTH, Math.max(...chosen)), mediaUrl),
    srcSet: chosen
      .map((width) => `${widthAddress(picture, width, mediaUrl)} ${Math.min(width, picture.width)}w`)
      .join(", "),
  };
}

/** Address of a picture at one width, in pixels. */
export function widthAddress(picture: Pick<Addressed, "key" | "version">, width: number, mediaUrl = ""): string {
  return `${mediaUrl}/media/${picture.key}?width=${width}${versionOf(picture.version)}`;
}

/** Address of a picture cut to a cover. Its version names the focal point too, for another one is another picture. */
export function coverAddress(picture: CoverAddressed, cover: Cover, mediaUrl = ""): string {
  return `${mediaUrl}/media/${picture.key}?cover=${cover}${versionOf(coverVersion(picture))}`;
}

/** The `v` under which a cover never changes; undefined where the picture's version is not known. */
export function coverVersion({ version, x, y }: Omit<CoverAddressed, "key">): string | undefined {
  return version === undefined || version === "" ? undefined : `${version}-${x}-${y}`;
}

/**
 * The attributes that place a picture's focal point, in steps of 5 %: `focal.css` gives each step its meaning, because the
 * content security policy allows no style attribute.
 */
export function focalPoint({ x, y }: Pick<PictureView, "x" | "y">): { "data-x": number; "data-y": number } {
  return { "data-x": step(x), "data-y": step(y) };
}

const FOCAL_STEP = 5;

function step(percent: number): number {
  return Math.round(Math.min(100, Math.max(0, percent)) / FOCAL_STEP) * FOCAL_STEP;
}

function versionOf(version: string | undefined): string {
  return version === undefined || version === "" ? "" : `&v=${version}`;
}

/** What a phone's large picture may need at most, in per cent of the window's width, by density: 900 pixels buy the first paint. */
const PHONE_DENSITIES = [
  ["(max-resolution: 1.4dppx)", 230],
  ["(max-resolution: 2.2dppx)", 115],
] as const;
const DENSEST_PHONE_VW = 69;

/**
 * The `sizes` of a large picture: `desk` from 900 px on; below, `phoneVw` (how wide it is laid out, in per cent of the window),
 * but never more than the variant of 900 px, whatever the screen's density.
 */
export function largeSizes(desk: `${number}vw`, phoneVw: number): string {
  const phones = PHONE_DENSITIES.map(([query, most]) => `${query} ${Math.min(phoneVw, most)}vw`);
  return [`(min-width: 900px) ${desk}`, ...phones, `${Math.min(phoneVw, DENSEST_PHONE_VW)}vw`].join(", ");
}
