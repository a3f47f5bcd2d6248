import { DAY_MS } from "../platform/durations.ts";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonths, gamingDayOf, startOfGamingDay } from "../venues/hours/gaming-day.ts";
import { instantOfWallTime } from "../platform/time-zones.ts";
import { grouped } from "../ui/figures/grouped.ts";
import { isGiftCode, labelLines, shownExpiry } from "./gift.ts";
import { newCode, randomBody } from "./gifts.server.ts";
import { amount } from "../../test/support/proof.ts";

const PARIS = "Europe/Paris";
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

describe("the displayed expiry date", () => {
  /** Nine years of days, two of them leap years, with all clock changes. */
  const DAYS = Array.from({ length: 9 * 366 }, (_, at) => dayText(Date.UTC(2024, 0, 1) + at * DAY_MS));

  it("is the day before the expiry, on every day of nine years and at every hour", () => {
    for (const [at, day] of DAYS.entries()) {
      const expiresAt = instantOfWallTime(day, (at * 37) % 1440, PARIS);
      expect(shownExpiry(expiresAt, expiresAt, PARIS)).toBe(dayText(Date.parse(day) - DAY_MS));
    }
  });

  it("is shown from two calendar months before the expiry, not earlier", () => {
    for (const day of DAYS) {
      const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
      // An independent calculation: two months earlier, the same day of the month or the last one before it that exists.
      let first = Date.UTC(year, month - 3, date);
      while (new Date(first).getUTCMonth() !== (month + 9) % 12) first -= DAY_MS;
      const expiresAt = instantOfWallTime(day, 600, PARIS);
      const noonOf = (ms: number) => instantOfWallTime(dayText(ms), 720, PARIS);
      expect(shownExpiry(expiresAt, noonOf(first), PARIS)).not.toBeNull();
      expect(shownExpiry(expiresAt, noonOf(first - DAY_MS), PARIS)).toBeNull();
    }
  });

  it.each([
    ["2026-12-31", "2026-10-31"],
    ["2027-04-30", "2027-02-28"],
    ["2028-04-30", "2028-02-29"],
    ["2028-02-29", "2027-12-29"],
  ])("an expiry on %s is shown from %s", (day, first) => expect(addMonths(day, -2)).toBe(first));
});

/** The long proof run draws a million. */
const DRAWS = amount({ test: 100_000, proof: 1_000_000 });

describe("gift codes", () => {
  it(`${DRAWS} draws are all but distinct and each digit is equally likely`, () => {
    const world = { random: (size: number) => randomBytes(size) };
    const codes = new Set<string>();
    const counts = Array.from({ length: 12 }, () => Array.from({ length: 10 }, () => 0));
    for (let made = 0; made < DRAWS; made += 1) {
      const code = randomBody(world);
      codes.add(code);
      for (let place = 0; place < 12; place += 1) {
        const row = counts[place] as number[];
        const digit = code.codePointAt(place) ?? 48;
        row[digit - 48] = (row[digit - 48] ?? 0) + 1;
      }
    }
    // Among a million of 10^12 codes, one collision is expected in every second run. A sequence or a short seed would cause
    // hundreds.
    expect(codes.size).toBeGreaterThan(DRAWS - 10);
    for (const row of counts) {
      const chiSquare = row.reduce((sum, count) => sum + (count - DRAWS / 10) ** 2 / (DRAWS / 10), 0);
      // With nine degrees of freedom, a value over 42.6 occurs once in 400,000 times.
      expect(chiSquare).toBeLessThan(42.6);
    }
  }, 60_000);

  it("are shown in groups of four from the right, and read back without loss", () => {
    expect(grouped("3041877296051")).toBe("3 0418 7729 6051");
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,40}$/), (code) => {
        const groups = grouped(code).split(" ");
        expect(groups.join("")).toBe(code);
        expect(groups.slice(1).every((group) => group.length === 4)).toBe(true);
        expect((groups[0] ?? "").length).toBeLessThanOrEqual(4);
      }),
    );
  });

  it("end in a valid check digit", () => {
    const world = { random: (size: number) => randomBytes(size) };
    for (let made = 0; made < 1_000; made += 1) expect(isGiftCode(newCode(world))).toBe(true);
  });

  it("are refused without a look-up if one digit is mistyped", () => {
    const code = newCode({ random: (size) => randomBytes(size) });
    for (let place = 0; place < 13; place += 1) {
      const other = String((Number(code[place]) + 1) % 10);
      expect(isGiftCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(false);
    }
  });
});

describe("gaming days", () => {
  it("run from 10:00 to 09:59:59 of the venue's clock, also when the clocks change", () => {
    for (let at = 0; at < 800; at += 1) {
      const day = dayText(Date.UTC(2026, 0, 1) + at * DAY_MS);
      const start = startOfGamingDay(day, PARIS);
      expect(gamingDayOf(start, PARIS)).toBe(day);
      expect(gamingDayOf(new Date(start.getTime() - 1), PARIS)).toBe(dayText(Date.parse(day) - DAY_MS));
    }
  });
});

it("breaks a label into lines at its hyphens", () => {
  expect(labelLines("5 €-de jeu")).toEqual(["5 €", "de jeu"]);
  expect(labelLines("Café gourmand")).toEqual(["Café gourmand"]);
  expect(labelLines("- -")).toEqual([]);
});
