import { describe, expect, test } from "vitest";
import { barColor, venueColors, venueRules } from "./venue-colors.ts";

const NIGHT_2 = "#1c1713";
const PAPER_1 = "#fbf8f2";
const IVORY_2 = "#cfc5b4";
const GOLD = "#cfae72";

/** Eight steps of each channel. */
const SWEEP = [0, 36, 73, 109, 146, 182, 219, 255].flatMap((red, _, steps) =>
  steps.flatMap((green) =>
    steps.map((blue) => `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`),
  ),
);

describe("every colour that a venue may choose", () => {
  const minima: [name: string, least: number, pair: (hex: string) => [string, string]][] = [
    ["text on a button", 4.58, (hex) => pick(hex, "venue-on", "venue-fill")],
    ["text on a button under the pointer", 5.39, (hex) => pick(hex, "venue-on", "venue-hover")],
    ["text on a pressed button", 6, (hex) => pick(hex, "venue-on", "venue-press")],
    ["venue text on a night card", 7.22, (hex) => [venueColors(hex)["venue-lit"], NIGHT_2]],
    ["venue text on paper", 5.3, (hex) => [venueColors(hex)["venue-ink"], PAPER_1]],
    ["venue text on its tint", 4.97, (hex) => pick(hex, "venue-ink", "venue-soft")],
    ["second text on velvet", 8.07, (hex) => [IVORY_2, venueColors(hex)["venue-velvet"]]],
    ["white on the browser's bar", 14, (hex) => ["#ffffff", barColor(hex)]],
    ["gold on velvet", 6.53, (hex) => [GOLD, venueColors(hex)["venue-velvet"]]],
  ];

  test.each(minima)("%s has a contrast of %d or better", (_name, least, pair) => {
    const worst = SWEEP.map((hex) => ({ hex, ratio: contrast(...pair(hex)) })).reduce((low, next) =>
      next.ratio < low.ratio ? next : low,
    );
    expect(worst, worst.hex).toHaveProperty(
      "ratio",
      expect.toSatisfy((ratio: number) => ratio >= least),
    );
  });

  test("the sweep has 512 colours", () => {
    expect(SWEEP).toHaveLength(512);
  });
});

test("a readable colour is unchanged on buttons", () => {
  expect(venueColors("#cd2d26")["venue-fill"]).toBe("#cd2d26");
});

test("a rule contains sRGB hex values only, for the page or for one venue's part of it", () => {
  expect(venueRules("#1f5fa8")).toMatch(/^\[data-venue\]\{(--venue(-[a-z]+)*:#[0-9a-f]{6};?)+\}$/);
  expect(venueRules("#1f5fa8", '[data-venue="le-havrelac"]')).toMatch(
    /^\[data-venue="le-havrelac"\]\{--venue:#1f5fa8;/,
  );
});

function pick(
  hex: string,
  text: "venue-on" | "venue-ink",
  ground: "venue-fill" | "venue-hover" | "venue-press" | "venue-soft",
): [string, string] {
  const colors = venueColors(hex);
  return [colors[text], colors[ground]];
}

/** WCAG 2 contrast ratio of two hex colours. */
function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
