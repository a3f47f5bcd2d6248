import { expect, it } from "vitest";
import { callingTyped, looksLikeMobile } from "./shapes.ts";

it.each([
  ["06 12 34 56 78", "FR"],
  ["612345678", "FR"],
  ["079 123 45 67", "CH"],
  ["0470/12.34.56", "BE"],
  ["0151 23456789", "DE"],
  ["+33 6 12 34 56 78", "CH"],
  ["0033612345678", "BE"],
])("lets the server judge %s in %s", (typed, country) => expect(looksLikeMobile(typed, country)).toBe(true));

it.each([
  ["", "FR"],
  ["06 12 34 56", "FR"],
  ["01 23 45 67 89", "FR"],
  ["061234567890", "FR"],
  ["+33", "FR"],
  ["06 12 34 56 7a", "FR"],
])("waits for more than %j in %s", (typed, country) => expect(looksLikeMobile(typed, country)).toBe(false));

it.each([
  ["06 12", null],
  ["", null],
  ["+", null],
  ["+4", null],
  ["+3", null],
  ["00", null],
  ["+33 6 12", "33"],
  ["0041 79", "41"],
  ["(+32) 470", "32"],
  ["+49", "49"],
  ["+44 7911 123456", ""],
  ["+1", ""],
  ["+35", ""],
])("reads the calling code of %j as %j", (typed, calling) =>
  expect(callingTyped(typed, ["33", "41", "32", "49"])).toBe(calling),
);
