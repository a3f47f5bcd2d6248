import type { PictureView } from "./picture-view.ts";
import { RUNG_WIDTH_MAX, widthRungs, type Cover } from "./variants.ts";

/** Builds the addresses of pictures. Browser-safe. */

/** The width of `src`, for browsers without `srcset` and readers of the raw HTML. */
const PLAIN_WIDTH = 900;

export type PictureSource = { src: string; srcSet: string };

type Addressed = Pick<PictureView, "key" | "width"> & { version?: string };
type CoverAddressed = Pick<PictureView, "key" | "x" | "y"> & { version?: string };

/**
 * The `src` and `srcset` of a picture. `rungs` are the widths to offer, multiples of 300, by default all useful ones; those beyond the
 * original are left out. `mediaUrl` is the CDN's address, by default the page's own origin.
 */
export function pictureSource(
  picture: Addressed,
  { rungs, mediaUrl = "" }: { rungs?: readonly number[]; mediaUrl?: string } = {},
): PictureSource {
  const useful = widthRungs(picture.width);
  const widest = useful.at(-1) ?? RUNG_WIDTH_MAX;
  const chosen = rungs === undefined ? useful : [...new Set(rungs.map((rung) => Math.min(rung, widest)))];
  return {
    src: widthAddress(picture, Math.min(PLAIN_WIDTH, widest), mediaUrl),
    srcSet: chosen
      .map((rung) => `${widthAddress(picture, rung, mediaUrl)} ${Math.min(rung, picture.width)}w`)
      .join(", "),
  };
}

/** The address of a picture at one width in pixels. */
export function widthAddress(picture: Pick<Addressed, "key" | "version">, width: number, mediaUrl = ""): string {
  return `${mediaUrl}/media/${picture.key}?width=${width}${versionOf(picture.version)}`;
}

/** The address of a cropped cover. Its version includes the focal point, because another focal point gives another picture. */
export function coverAddress(picture: CoverAddressed, cover: Cover, mediaUrl = ""): string {
  return `${mediaUrl}/media/${picture.key}?cover=${cover}${versionOf(coverVersion(picture))}`;
}

/** The `v` parameter under which a cover never changes. Undefined if the picture's version is not known. */
export function coverVersion({ version, x, y }: Omit<CoverAddressed, "key">): string | undefined {
  return version === undefined || version === "" ? undefined : `${version}-${x}-${y}`;
}

/**
 * The attributes of a picture's focal point, in steps of 5 %. `focal.css` has a rule for each step, because the content security policy
 * forbids style attributes.
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

/** The largest `sizes` for phones by pixel density, in per cent of the window's width: no more than 900 pixels are loaded, for a fast first paint. */
const PHONE_DENSITIES = [
  ["(max-resolution: 1.4dppx)", 230],
  ["(max-resolution: 2.2dppx)", 115],
] as const;
const DENSEST_PHONE_VW = 69;

/**
 * The `sizes` of a large picture: `desk` from 900 px on, and `phoneVw` (its layout width in per cent of the window) below. On phones it never
 * asks for more than the 900 px variant, whatever the screen's density.
 */
export function largeSizes(desk: `${number}vw`, phoneVw: number): string {
  const phones = PHONE_DENSITIES.map(([query, most]) => `${query} ${Math.min(phoneVw, most)}vw`);
  return [`(min-width: 900px) ${desk}`, ...phones, `${Math.min(phoneVw, DENSEST_PHONE_VW)}vw`].join(", ");
}
