import { createContext, use } from "react";
import type { PictureView } from "./picture-view.ts";
import type { PictureCrop } from "./crops.ts";
import { focalPoint, pictureSource } from "./source.ts";
import { IsEditing } from "../is-editing.ts";

/** The CDN's address for the pictures below it; empty for the page's own origin. */
export const MediaUrl = createContext("");

type PictureProps = {
  view: PictureView;
  /**
   * How wide the picture is laid out, as the `sizes` attribute says it. Where the box cuts the picture's sides off, that
   * is wider than the box: its height times the picture's own ratio.
   */
  sizes: string;
  /** The box's shape, width to height, such as "4:5". Without one the box is the picture's. */
  ratio?: PictureCrop;
  /** Widths to offer, multiples of 300; by default all useful ones. */
  widths?: readonly number[];
  /** The page's first picture: fetched at once and before everything else. */
  eager?: boolean;
};

/**
 * A responsive picture that keeps its place while it loads. The focal point stands in attributes,
 * because the policy forbids style attributes; focal.css carries the rules.
 */
export function Picture({ view, sizes, ratio, widths, eager = false }: PictureProps) {
  const mediaUrl = use(MediaUrl);
  const isEditing = use(IsEditing);
  const { src, srcSet } = pictureSource(view, { mediaUrl, ...(widths === undefined ? {} : { widths }) });
  return (
    <img
      className="pic"
      alt={view.alt}
      // Before React starts, the page has begun to fetch the pictures that wait (whole-page.ts).
      suppressHydrationWarning
      width={view.width}
      height={ratio === undefined ? view.height : heightAt(view.width, ratio)}
      loading={eager ? undefined : "lazy"}
      fetchPriority={eager ? "high" : undefined}
      decoding={eager ? undefined : "async"}
      {...focalPoint(view)}
      data-picture-key={isEditing ? view.key : undefined}
      sizes={sizes}
      srcSet={srcSet}
      src={src}
    />
  );
}

function heightAt(width: number, ratio: string): number {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return Math.round((width * down) / across);
}
