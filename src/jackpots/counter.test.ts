import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNTER_MS, counterValue } from "./counter.ts";

const START = Date.parse("2026-11-20T20:00:00Z");

describe("the live jackpot counter (§9)", () => {
  it.each([
    [0, 128448362],
    [45_000, 128448862],
    [90_000, 128449362],
    [179_999, 128450361],
    [180_000, 128450362],
    [3_600_000, 128450362],
    [-60_000, 128448362],
  ])("starts 20 below and runs 180 s: after %i ms it shows %i", (elapsed, shown) => {
    expect(counterValue(128450362, START, START + elapsed)).toBe(shown);
  });

  it("starts at zero when the jackpot is below 20", () => {
    expect(counterValue(1500, START, START)).toBe(0);
    expect(counterValue(1500, START, START + COUNTER_MS)).toBe(1500);
  });

  it("never shows more than the amount, never runs backwards, and shows whole minor units", () => {
    const amount = fc.nat({ max: 10 ** 12 });
    const elapsed = fc.integer({ min: -COUNTER_MS, max: 2 * COUNTER_MS });
    fc.assert(
      fc.property(amount, elapsed, elapsed, (target, a, b) => {
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map((time) =>
          counterValue(target, START, START + time),
        );
        expect(earlier).toBeLessThanOrEqual(later!);
        expect(later).toBeLessThanOrEqual(target);
        expect(earlier).toBeGreaterThanOrEqual(Math.max(0, target - 2000));
        expect(Number.isInteger(later)).toBe(true);
      }),
    );
  });
});
