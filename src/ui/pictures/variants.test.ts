import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readVariantRequest, variantFor, variantWidths } from "./variants.ts";

const PHONE_PICTURE = 1600;

function variantOf(query: string, originalWidth = PHONE_PICTURE): string | undefined {
  const request = readVariantRequest(new URLSearchParams(query));
  return request && variantFor(request, originalWidth).name;
}

describe("the size that an address asks for", () => {
  test.each([
    ["width=1", "w300"],
    ["width=300", "w300"],
    ["width=301", "w600"],
    ["width=900", "w900"],
    ["width=1500", "w1500"],
    ["width=1501", "w1800"],
    ["width=1700", "w1800"],
    ["width=3000", "w1800"],
    ["width=99999", "w1800"],
    ["", "w1800"],
    ["v=deadbeef", "w1800"],
    ["cover=1920x1080", "c1920x1080"],
    ["cover=1200x630", "c1200x630"],
    ["cover=600x600", "c600x600"],
  ])("?%s → %s", (query, name) => {
    expect(variantOf(query)).toBe(name);
  });

  test.each([
    "width=",
    "width=0",
    "width=00900",
    "width=-300",
    "width=+300",
    "width=1e3",
    "width=0x10",
    "width=300.5",
    "width=300px",
    "width=%20300",
    "width=٣٠٠",
    "width=100000",
    "width=99999999999999999999",
    "width=NaN",
    "width=300&width=300",
    "width=300&cover=600x600",
    "cover=",
    "cover=600x601",
    "cover=1920X1080",
    "cover=600x600&cover=600x600",
  ])("?%s is refused", (query) => {
    expect(variantOf(query)).toBeUndefined();
  });

  test("is at most 3,000 px wide, even of a larger original", () => {
    expect(variantOf("width=2999", 8000)).toBe("w3000");
    expect(variantOf("width=9000", 8000)).toBe("w3000");
    expect(variantWidths(8000).at(-1)).toBe(3000);
  });

  test("every width is answered by a size that is made, whatever the original", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 16_383 }), (asked, original) => {
        const size = variantFor({ width: asked }, original);
        expect(variantWidths(original)).toContain(size.width);
        expect(size.width).toBeGreaterThanOrEqual(Math.min(asked, original, 3000));
      }),
    );
  });
});

test("useful widths end where the original does", () => {
  expect(variantWidths(1600)).toEqual([300, 600, 900, 1200, 1500, 1800]);
  expect(variantWidths(300)).toEqual([300]);
  expect(variantWidths(1)).toEqual([300]);
});
