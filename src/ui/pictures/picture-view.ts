/**
 * A picture as pages show it. `x` and `y` are the focal point in whole per cent; `width` and `height` are the original's
 * pixels; `version` is the head of its hash and makes its address change with its bytes.
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
