import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPast, untilNext, waitBeforeFetch } from "./broadcast-times.ts";

const NOW = Date.parse("2026-11-21T20:30:00+01:00");
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();

describe("an announcement on a page that stays open", () => {
  it("is over at the instant at which its broadcast ends, in any offset", () => {
    expect(isPast("2026-11-21T19:30:00Z", NOW)).toBe(true);
    expect(isPast("2026-11-21T20:30:01+01:00", NOW)).toBe(false);
  });

  it("is not over where its end cannot be parsed", () => {
    expect(isPast("soon", NOW)).toBe(false);
    expect(untilNext(["soon", ""], NOW)).toBeNull();
  });

  it("is checked again a second after the nearest future end", () => {
    expect(untilNext([at(-1), at(60_000), at(9_000)], NOW)).toBe(10_000);
    expect(untilNext([at(-1), at(0)], NOW)).toBeNull();
  });

  it("never waits longer than a timer can, and never for a past instant", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e13, max: 1e13 })), (distances) => {
        const wait = untilNext(distances.map(at), NOW);
        if (wait === null) expect(distances.every((distance) => distance <= 0)).toBe(true);
        else expect(wait > 0 && wait <= 2_147_483_647).toBe(true);
      }),
    );
  });
});

describe("fetching the list", () => {
  it("is immediate the first time, then at most once in five seconds", () => {
    expect(waitBeforeFetch(null, 0)).toBe(0);
    expect(waitBeforeFetch(1_000, 1_000)).toBe(5_000);
    expect(waitBeforeFetch(1_000, 4_000)).toBe(2_000);
    expect(waitBeforeFetch(1_000, 6_000)).toBe(0);
    expect(waitBeforeFetch(1_000, 600_000)).toBe(0);
  });
});
