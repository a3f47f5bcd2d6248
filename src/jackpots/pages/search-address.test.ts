import { expect, test } from "vitest";
import { searchAddress } from "./search-address.ts";

const PAGE = "/jeux/jackpots";

test('a machine\'s number takes the place of a tab, and what else the address asks for stays (section 4 "Jackpots")', () => {
  expect(searchAddress(PAGE, "?tab=week", "214")).toBe(`${PAGE}?slot=214`);
  expect(searchAddress(PAGE, "?locale=en&slot=9", " 214 ")).toBe(`${PAGE}?locale=en&slot=214`);
});

test("an empty field leads back to the latest list", () => {
  expect(searchAddress(PAGE, "?slot=214", "")).toBe(PAGE);
});

test("what is no machine's number leads nowhere", () => {
  for (const typed of ["21a", "-1", "1234567890", "1.5"]) expect(searchAddress(PAGE, "", typed)).toBeNull();
});
