import { expect, it } from "vitest";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";

it("gives each purpose a number of its own, so that an index is built while entries are sealed", () => {
  const numbers = Object.values(ADVISORY_LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});
