import { expect, test } from "vitest";
import { withoutFirstProcessor } from "./thread-priority.server.ts";

test.each([
  ["0-1", "1"],
  ["0-3", "1-3"],
  ["0-3,8", "1-3,8"],
  ["2,5-6", "5-6"],
  ["7-8,10", "8,10"],
  ["0", ""],
  ["", ""],
])("of the processors %s, background work uses %s: the first is reserved for answering requests", (all, left) => {
  expect(withoutFirstProcessor(all)).toBe(left);
});
