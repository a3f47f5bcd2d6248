import { createContext, use } from "react";
import type { PictureView } from "./picture-view.ts";
import type { PictureCrop } from "./crops.ts";
import { focalPoint, pictureSource } from "./source.ts";
import { IsEditing } from "../is-editing.ts";

/** The address of the CDN for pictures; empty for the page's own origin. */
export const MediaUrl = createContext("");

type PictureProps = {
  view: PictureView;
  /**
   * The `sizes` attribute: how wide the picture is laid out. If the box cuts off the picture's sides, this is wider than the box: its
   * height times the picture's own ratio.
   */
  sizes: string;
  /** The shape of the box, such as "4:5". By default the picture's own shape. */
  ratio?: PictureCrop;
  /** The widths to offer, multiples of 300. By default all useful ones. */
  rungs?: readonly number[];
  /** True for the page's first picture, which is loaded before everything else. */
  eager?: boolean;
};

/**
 * A responsive picture that reserves its space while it loads. The focal point is given by attributes, because the content security policy
 * forbids style attributes; focal.css has the rules for them.
 */
export function Picture({ view, sizes, ratio, rungs, eager = false }: PictureProps) {
  const mediaUrl = use(MediaUrl);
  const isEditing = use(IsEditing);
  const { src, srcSet } = pictureSource(view, { mediaUrl, ...(rungs === undefined ? {} : { rungs }) });
  return (
    <img
      className="pic"
      alt={view.alt}
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
