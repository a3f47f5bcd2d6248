const SAMPLE = 32;
/** What the page's shade leaves of the light where words stand (the look: at least 60 % under any text). */
const LEFT_BY_SHADE = 0.4;
const IVORY = 0.87;
const CONTRAST_MIN = 4.5;

/**
 * True where ivory words over the lower third of a picture would be hard to read, shade and all (WCAG 1.4.3). The picture is one of
 * this site's or chosen just now, so that its pixels may be read.
 */
export function isTooBright(image: HTMLImageElement): boolean {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SAMPLE, SAMPLE];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || image.naturalWidth === 0) return false;
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  const from = Math.floor((SAMPLE * 2) / 3);
  const { data } = context.getImageData(0, from, SAMPLE, SAMPLE - from);
  let light = 0;
  for (let at = 0; at < data.length; at += 4)
    light += 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
  const ground = (light / (data.length / 4)) * LEFT_BY_SHADE;
  return (IVORY + 0.05) / (ground + 0.05) < CONTRAST_MIN;
}

function linear(channel = 0): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
