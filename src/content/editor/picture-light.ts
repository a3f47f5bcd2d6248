import { isTooBright } from "../../pictures/light.ts";

const SAMPLE = 32;

/** What the server will say of a picture that is one of this site's or chosen just now, so that its pixels may be read. */
export function looksTooBright(image: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(SAMPLE, SAMPLE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || image.naturalWidth === 0) return false;
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  return isTooBright(context.getImageData(0, 0, SAMPLE, SAMPLE).data, { rows: SAMPLE, channels: 4 });
}
