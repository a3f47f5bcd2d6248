/**
 * Derives all venue colours of a page from one hex value, so that contrast is sufficient for any colour a venue may choose and browsers
 * need no relative colours.
 */

/** The style rule that gives `selector` a venue's colours: `--venue` and its derivations. `hex` is `#rrggbb`. */
export function venueRules(hex: string, selector = "[data-venue]"): string {
  const declarations = Object.entries(venueColors(hex)).map(([role, value]) => `--${role}:${value}`);
  return `${selector}{${declarations.join(";")}}`;
}

export type VenueColors = {
  venue: string;
  /** Buttons: the colour itself, moved out of the narrow range of lightness in which neither ivory nor ink is readable on it. */
  "venue-fill": string;
  /** Text on the fill. */
  "venue-on": string;
  "venue-hover": string;
  "venue-press": string;
  /** Text and icons on night, the dark surface. */
  "venue-lit": string;
  /** Text and icons on paper, the light surface. */
  "venue-ink": string;
  "venue-velvet": string;
  "venue-velvet-deep": string;
  "venue-soft": string;
};

export function venueColors(hex: string): VenueColors {
  const { l, c, h } = oklchOfHex(hex);
  const fill = readableFill({ l, c, h });
  const isLight = fill.l > MIDDLE;
  const away = isLight ? 1 : -1;
  return {
    venue: hex,
    "venue-fill": hexOfOklch(fill),
    "venue-on": hexOfOklch({ l: isLight ? 0.16 : 0.985, c: 0.01, h: 85 }),
    "venue-hover": hexOfOklch({ ...fill, l: fill.l + away * 0.045 }),
    "venue-press": hexOfOklch({ ...fill, l: fill.l + away * 0.08 }),
    "venue-lit": hexOfOklch({ l: Math.max(l, 0.74), c: Math.min(c, 0.13), h }),
    "venue-ink": hexOfOklch({ l: Math.min(l, 0.47), c: Math.min(c, 0.17), h }),
    "venue-velvet": hexOfOklch({ l: 0.275, c: Math.min(c, 0.088), h }),
    "venue-velvet-deep": hexOfOklch({ l: 0.185, c: Math.min(c, 0.052), h }),
    "venue-soft": hexOfOklch({ l: 0.955, c: Math.min(c * 0.14, 0.02), h }),
  };
}

/** The dark shade of a venue's colour for the browser's bars. */
export function barColor(hex: string): string {
  return venueColors(hex)["venue-velvet-deep"];
}

type Oklch = { l: number; c: number; h: number };
type Rgb = [red: number, green: number, blue: number];

/** The lightness at which text on the fill changes from ivory to ink. */
const MIDDLE = 0.6;

function readableFill({ l, c, h }: Oklch): Oklch {
  if (l > MIDDLE) return { l: Math.max(l, 0.65), c, h };
  // Greens look lighter than their OKLCH lightness, so the limit for ivory text is lower.
  const greenness = Math.max(0, Math.cos(((h - 145) * Math.PI) / 180));
  return { l: Math.min(l, 0.555 - 0.026 * greenness), c, h };
}

function oklchOfHex(hex: string): Oklch {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const l = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI };
}

/** The nearest sRGB colour of the same lightness and hue. If the colour is out of gamut, only its chroma is reduced. */
function hexOfOklch({ l, c, h }: Oklch): string {
  if (isInGamut(rgbOfOklch({ l, c, h }))) return hexOfRgb(rgbOfOklch({ l, c, h }));
  let inside = 0;
  let outside = c;
  for (let step = 0; step < 24; step++) {
    const middle = (inside + outside) / 2;
    if (isInGamut(rgbOfOklch({ l, c: middle, h }))) inside = middle;
    else outside = middle;
  }
  return hexOfRgb(rgbOfOklch({ l, c: inside, h }));
}

function rgbOfOklch({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isInGamut(rgb: Rgb): boolean {
  return rgb.every((channel) => channel > -0.0001 && channel < 1.0001);
}

function hexOfRgb(rgb: Rgb): string {
  return `#${rgb.map((channel) => byte(channel).toString(16).padStart(2, "0")).join("")}`;
}

function byte(channel: number): number {
  const light = Math.min(1, Math.max(0, channel));
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
