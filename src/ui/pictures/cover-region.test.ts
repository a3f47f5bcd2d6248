import fc from "fast-check";
import { expect, test } from "vitest";
import { coverRegion } from "./cover-region.ts";
import { coverVariant, COVERS } from "./variants.ts";

test("a cover's region has its shape, lies within the picture and holds the focal point", () => {
  const side = fc.integer({ min: 100, max: 16_383 });
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(side, side, fc.constantFrom(...COVERS), percent, percent, (width, height, name, x, y) => {
      const cover = coverVariant(name);
      if (cover.kind !== "cover") throw new Error("A cover has two sides");
      const region = coverRegion({ width, height }, cover, { x, y });
      expect(region.left).toBeGreaterThanOrEqual(0);
      expect(region.top).toBeGreaterThanOrEqual(0);
      expect(region.left + region.width).toBeLessThanOrEqual(width);
      expect(region.top + region.height).toBeLessThanOrEqual(height);
      expect(region.width === width || region.height === height).toBe(true);
      expect(Math.abs(region.width * cover.height - region.height * cover.width)).toBeLessThanOrEqual(
        cover.width + cover.height,
      );
      expect((width * x) / 100).toBeGreaterThanOrEqual(region.left - 1);
      expect((width * x) / 100).toBeLessThanOrEqual(region.left + region.width + 1);
      expect((height * y) / 100).toBeGreaterThanOrEqual(region.top - 1);
      expect((height * y) / 100).toBeLessThanOrEqual(region.top + region.height + 1);
    }),
  );
});
