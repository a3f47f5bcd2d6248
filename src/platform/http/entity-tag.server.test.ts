import { expect, it } from "vitest";
import { namesTag } from "./entity-tag.server.ts";

it.each([
  ['"a1"', true],
  ['W/"a1"', true],
  ['"b2", W/"a1"', true],
  ["*", true],
  ['"a12"', false],
  ["a1", false],
  [undefined, false],
])("compares If-None-Match %s weakly with a tag", (header, isNamed) => {
  expect(namesTag(header, '"a1"')).toBe(isNamed);
});
