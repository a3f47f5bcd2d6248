/**
 * A picture as pages show it. `x` and `y` are the focal point in whole per cent; `width` and `height` are the original's pixels. `version`
 * is the start of its hash, so its address changes with its bytes.
 */
export type PictureView = {
  key: string;
  alt: string;
  x: number;
  y: number;
  width: number;
  height: number;
  version: string;
};
