/**
 * The logos of the venues: a line drawing over the group's shore line, chosen by the venue's `logo_variant`. The group and venues
 * without a variant get the group's rays. All drawn for this product.
 */
const SHORE = "M3 38.5H61M12 44.5H52M20 50.5H44M27 56.5H37";
const RAYS =
  "M21.2 32.1L4.4 29.1M22.5 28.5L12.9 23M24.9 25.6L14 12.6M28.2 23.7L24.5 13.3M32 23L32 6M35.8 23.7L39.5 13.3M39.1 25.6L50 12.6M41.5 28.5L51 23M42.8 32.1L59.6 29.1M25 34a7 7 0 0 1 14 0";
const MARKS: Record<string, string> = {
  "port-serac": "M6 38L22 18L30 27L40 13L58 38M40 8V3M48 10L51 5.5M32 10L29 5.5",
  valombre: "M32 36C24 30 40 24 32 18C26 13 34 8 32 4M20 36C15 32 25 27 20 21M44 36C39 32 49 27 44 21",
  "la-rochemar": "M5 38V25L17 21V38M24 38V22a8 8 0 0 1 16 0V38M22 22H42M32 14V8M46 38L52 26L59 38",
  "cap-ferrand": "M32 36V7L51 32H32M28 36V14L15 32H28",
  aubenac: "M13 38V26H51V38M20.5 26V38M28 26V38M36 26V38M43.5 26V38M16 26a16 14 0 0 1 32 0M32 12V6",
  "sainte-orielle":
    "M27 38L29 19H35L37 38M28 19V12.5H36V19M29 12.5a3 3 0 0 1 6 0M23 14L9 10M23 17L9 18M41 14L55 10M41 17L55 18",
};
const GOLD = "#cfae72";
const IVORY = "#f7f0e3";

export type VenueMark = { lines: string; isGold: boolean };
export type VenueLogo = { variant: string | null; isGold: boolean; background: string };

/** The logo as pages draw it in a box of 64 by 64: the lines of an SVG path, in gold or ivory. */
export function venueMark({ variant, isGold }: Pick<VenueLogo, "variant" | "isGold">): VenueMark {
  return { lines: linesOf(variant), isGold };
}

/** The logo as an SVG file with its background, for other systems that load it by the establishment's id. */
export function logoSvg({ variant, isGold, background }: VenueLogo): string {
  const stroke = isGold ? GOLD : IVORY;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke="${stroke}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"><rect width="64" height="64" fill="${background}" stroke="none"/><path d="${linesOf(variant)}"/></svg>`;
}

function linesOf(variant: string | null): string {
  return `${MARKS[variant ?? ""] ?? RAYS}${SHORE}`;
}
