import { expect, test } from "vitest";
import { searchAddress } from "./search-address.ts";

const PAGE = "/jeux/jackpots";

test("a machine's number replaces the tab, and other parameters stay", () => {
  expect(searchAddress(PAGE, "?tab=week", "214")).toBe(`${PAGE}?slot=214`);
  expect(searchAddress(PAGE, "?locale=en&slot=9", " 214 ")).toBe(`${PAGE}?locale=en&slot=214`);
});

test("an empty field gives the latest list", () => {
  expect(searchAddress(PAGE, "?slot=214", "")).toBe(PAGE);
});

test("anything but a machine's number gives no address", () => {
  for (const typed of ["21a", "-1", "1234567890", "1.5"]) expect(searchAddress(PAGE, "", typed)).toBeNull();
});
