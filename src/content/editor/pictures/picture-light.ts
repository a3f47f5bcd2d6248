import { isTooBright } from "../../../pictures/light.ts";

const SAMPLE = 32;

/**
 * The server's check for brightness, run before the upload. The picture is of this site or a chosen file, so its pixels
 * may be read.
 */
export function looksTooBright(image: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(SAMPLE, SAMPLE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || image.naturalWidth === 0) return false;
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  return isTooBright(context.getImageData(0, 0, SAMPLE, SAMPLE).data, { rows: SAMPLE, channels: 4 });
}
