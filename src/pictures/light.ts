/**
 * Whether a picture is too bright for text over it. Browser-safe: the editor warns before the upload, the server after
 * it.
 */

/** The share of light that the page's shade leaves under text: it darkens by at least 60 %. */
const LEFT_BY_SHADE = 0.4;
const IVORY = 0.87;
const CONTRAST_MIN = 4.5;

/** The lower part of the picture's height where text stands. */
const WORDS_SHARE = 1 / 3;

/**
 * True where ivory text over the lower third of the shaded picture would be hard to read (WCAG 1.4.3: contrast 4.5).
 * `pixels` are the picture's rows from the top, with `channels` bytes a pixel, of which the first three are red, green
 * and blue of sRGB.
 */
export function isTooBright(pixels: ArrayLike<number>, { rows, channels }: { rows: number; channels: 3 | 4 }): boolean {
  const from = Math.floor(rows * (1 - WORDS_SHARE)) * (pixels.length / rows);
  let light = 0;
  for (let at = from; at < pixels.length; at += channels)
    light += 0.2126 * linear(pixels[at]) + 0.7152 * linear(pixels[at + 1]) + 0.0722 * linear(pixels[at + 2]);
  const ground = (light / ((pixels.length - from) / channels)) * LEFT_BY_SHADE;
  return (IVORY + 0.05) / (ground + 0.05) < CONTRAST_MIN;
}

function linear(channel = 0): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
