import { expect, test } from "vitest";
import { addressOf } from "./live-jackpot-list.ts";

const PAGE = "http://port-serac.localhost/jeux/jackpots";

test('a machine\'s number takes the place of a tab, and what else the address asks for stays (section 4 "Jackpots")', () => {
  expect(addressOf(`${PAGE}?tab=week`, "214")).toBe(`${PAGE}?slot=214`);
  expect(addressOf(`${PAGE}?locale=en&slot=9`, "214")).toBe(`${PAGE}?locale=en&slot=214`);
});

test("an empty field leads back to the latest list", () => {
  expect(addressOf(`${PAGE}?slot=214`, "")).toBe(PAGE);
});
