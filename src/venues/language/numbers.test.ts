import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abbreviated, balanceText, formatNumber, money, shortMoney, tileCount, wholeMoney } from "./numbers.ts";
import type { Currency } from "./numbers.ts";

const S = "\u00A0";
const aLocale = fc.constantFrom("fr" as const, "en" as const);
const aCurrency = fc.constantFrom("EUR" as const, "CHF" as const);
const someMinor = fc.oneof(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.maxSafeInteger());

/** Reads a formatted number back: the digits are the value in units of the last one shown. */
const digitsOf = (text: string) => BigInt(text.replace(/[^\d-]/g, ""));

describe("numbers", () => {
  it.each([
    [0, 0, "0", "0"],
    [999, 0, "999", "999"],
    [1000, 0, `1${S}000`, "1,000"],
    [1284503.62, 2, `1${S}284${S}503,62`, "1,284,503.62"],
    [-1234567.5, 1, `-1${S}234${S}567,5`, "-1,234,567.5"],
    [12345678901234567890n, 0, `12${S}345${S}678${S}901${S}234${S}567${S}890`, "12,345,678,901,234,567,890"],
  ])("writes %d with %i decimals with a space and a comma in French", (value, decimals, french, english) => {
    expect(formatNumber(value, "fr", decimals)).toBe(french);
    expect(formatNumber(value, "en", decimals)).toBe(english);
  });

  it("groups the digits of any whole number in threes and keeps them all", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), aLocale, (value, locale) => {
        const text = formatNumber(value, locale);
        expect(digitsOf(text)).toBe(value);
        expect(text).toMatch(/^-?\d{1,3}([\u00A0,]\d{3})*$/);
      }),
    );
  });
});

describe("money", () => {
  it.each<[bigint | number, Currency, string, string]>([
    [128450362n, "EUR", `1${S}284${S}503,62${S}€`, "€1,284,503.62"],
    [1248050, "EUR", `12${S}480,50${S}€`, "€12,480.50"],
    [5, "EUR", `0,05${S}€`, "€0.05"],
    [0n, "EUR", `0,00${S}€`, "€0.00"],
    [-500, "EUR", `-5,00${S}€`, "-€5.00"],
    [1250, "CHF", `12,50${S}chf`, `CHF${S}12.50`],
  ])("writes %d minor units of %s with grouping and two decimals", (minor, currency, french, english) => {
    expect(money(minor, currency, "fr")).toBe(french);
    expect(money(minor, currency, "en")).toBe(english);
  });

  it("truncates large amounts to whole units", () => {
    expect(wholeMoney(481296099n, "EUR", "fr")).toBe(`4${S}812${S}960${S}€`);
    expect(wholeMoney(481296099n, "EUR", "en")).toBe("€4,812,960");
    expect(wholeMoney(-99n, "EUR", "fr")).toBe(`0${S}€`);
  });

  it("drops the decimals of a whole amount only", () => {
    expect([1, 50, 200].map((minor) => shortMoney(minor, "EUR", "fr"))).toEqual([`0,01${S}€`, `0,50${S}€`, `2${S}€`]);
    expect([1, 50, 200].map((minor) => shortMoney(minor, "CHF", "en"))).toEqual([
      `CHF${S}0.01`,
      `CHF${S}0.50`,
      `CHF${S}2`,
    ]);
  });

  it("reads back to the same minor units, in any currency and language", () => {
    fc.assert(
      fc.property(someMinor, aCurrency, aLocale, (minor, currency, locale) => {
        expect(digitsOf(money(minor, currency, locale))).toBe(BigInt(minor));
      }),
    );
  });

  it("grows with the amount, also in whole units", () => {
    fc.assert(
      fc.property(someMinor, someMinor, aCurrency, aLocale, (a, b, currency, locale) => {
        const [low, high] = BigInt(a) <= BigInt(b) ? [a, b] : [b, a];
        expect(digitsOf(wholeMoney(low, currency, locale)) <= digitsOf(wholeMoney(high, currency, locale))).toBe(true);
      }),
    );
  });

  it("refuses a fraction of a minor unit", () => {
    expect(() => money(0.5, "EUR", "fr")).toThrow(RangeError);
  });
});

describe("a balance, floored to two decimals with a comma", () => {
  it.each([
    ["12.349", "12,34"],
    ["0.29", "0,29"],
    ["1234.5", `1${S}234,50`],
    ["0.999999", "0,99"],
    ["7", "7,00"],
    ["007.10", "7,10"],
    ["-3.20", "0,00"],
  ])("shows %s as %s", (decimal, text) => {
    expect(balanceText(decimal)).toBe(text);
  });

  it.each(["", "1,5", "1e5", "NaN", ".5", "5.", "1".repeat(41)])("refuses %j", (decimal) => {
    expect(() => balanceText(decimal)).toThrow(RangeError);
  });

  it("never shows a cent more or less than there is", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 99 }), fc.stringMatching(/^\d{0,6}$/), (units, cents, rest) => {
        const decimal = `${units}.${String(cents).padStart(2, "0")}${rest}`;
        expect(digitsOf(balanceText(decimal))).toBe(BigInt(units) * 100n + BigInt(cents));
      }),
    );
  });
});

describe("abbreviations k, m, b and t", () => {
  it.each([
    [0, "0", "0"],
    [950, "950", "950"],
    [999.94, "999,9", "999.9"],
    [1000, "1k", "1k"],
    [1234, "1,2k", "1.2k"],
    [999_949, "999,9k", "999.9k"],
    [999_950, "1m", "1m"],
    [1_284_503, "1,3m", "1.3m"],
    [4_500_000_000, "4,5b", "4.5b"],
    [1e12, "1t", "1t"],
    [1.5e15, `1${S}500t`, "1,500t"],
    [-2500, "-2,5k", "-2.5k"],
    [-0.01, "0", "0"],
  ])("shorten %d to %s", (value, french, english) => {
    expect(abbreviated(value, "fr")).toBe(french);
    expect(abbreviated(value, "en")).toBe(english);
  });

  it("are used in tiles from ten thousand on, because the whole number would be too wide", () => {
    expect([1, 1200, 9999, 10_000, 12_600].map((value) => tileCount(value, "fr"))).toEqual([
      "1",
      `1${S}200`,
      `9${S}999`,
      "10k",
      "12,6k",
    ]);
  });

  it("grow with the number and stay within a twentieth of its value", () => {
    const read = (text: string) =>
      Number.parseFloat(text.replaceAll(",", "")) * 1000 ** ("kmbt".indexOf(text.at(-1) ?? "") + 1);
    fc.assert(
      fc.property(fc.nat({ max: 1e14 }), fc.nat({ max: 1e14 }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) => read(abbreviated(value, "en")));
        expect(low).toBeLessThanOrEqual(high!);
        expect(Math.abs(high! - Math.max(a, b))).toBeLessThanOrEqual(Math.max(a, b) / 20);
      }),
    );
  });
});
