import { expect, test } from "vitest";
import { cellsOf, countUpTo, valueAt } from "./count-up.ts";

const MINUTE = 60_000;

test("starts twenty below the amount and reaches it in three minutes", () => {
  const countUp = countUpTo(1_284_503.62, null, 0);
  expect(valueAt(countUp, 0)).toBeCloseTo(1_284_483.62);
  expect(valueAt(countUp, 90_000)).toBeCloseTo(1_284_493.62);
  expect(valueAt(countUp, 3 * MINUTE)).toBe(1_284_503.62);
  expect(valueAt(countUp, 60 * MINUTE)).toBe(1_284_503.62);
});

test("counts up to a new amount from the shown one", () => {
  const first = countUpTo(1000, null, 0);
  const second = countUpTo(1005, first, MINUTE);
  expect(valueAt(second, MINUTE)).toBeCloseTo(valueAt(first, MINUTE));
  expect(valueAt(second, 4 * MINUTE)).toBe(1005);
});

test("arrives at the amount although every poll, a minute or more apart, brings a higher one", () => {
  let amount = 1000;
  let countUp = countUpTo(amount, null, 0);
  for (let polled = 1; polled <= 10; polled += 1) {
    const now = polled * 1.1 * MINUTE;
    if (now > 3 * MINUTE) expect(valueAt(countUp, now)).toBe(amount);
    amount += 7;
    countUp = countUpTo(amount, countUp, now);
  }
});

test("starts at most twenty below a new amount", () => {
  const first = countUpTo(1000, null, 0);
  expect(valueAt(countUpTo(5000, first, MINUTE), MINUTE)).toBe(4980);
});

test("shows a lower amount at once, because the jackpot was won", () => {
  const first = countUpTo(1_000_000, null, 0);
  expect(valueAt(countUpTo(50_000, first, MINUTE), MINUTE)).toBe(50_000);
});

test("makes one cell of each character, grouped and signed as the language does", () => {
  const written = (language: "fr" | "en") => cellsOf(1284.5, language).map(({ text, kind }) => kind || text);
  expect(written("fr")).toEqual(["1", "gap", "2", "8", "4", "point", "5", "0", "gap", "sign"]);
  expect(written("en")).toEqual(["sign", "1", "gap", "2", "8", "4", "point", "5", "0"]);
});

test.each([
  ["fr", "fr-FR"],
  ["en", "en-GB"],
] as const)(
  "%s is written as Intl would, with the site's own space between groups, whatever the amount",
  (language, tag) => {
    const intl = new Intl.NumberFormat(tag, { style: "currency", currency: "EUR" });
    for (const amount of [0, 0.05, 12, 999.99, 1000, 123_456.7, 1_284_503.62, 98_765_432.1])
      expect(
        cellsOf(amount, language)
          .map(({ text }) => text)
          .join(""),
      ).toBe(intl.format(amount).replaceAll("\u202f", "\u00a0"));
  },
);
