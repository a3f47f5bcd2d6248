import { expect, test } from "vitest";
import { cookieIn } from "./cookies.ts";

test.each([
  ["locale=fr", "fr"],
  ["consent=1; locale=en", "en"],
  ["consent=1;locale=en;theme=dark", "en"],
  ["my_locale=en", undefined],
  ["locale=", ""],
  ["locale=a%20b", "a%20b"],
  ["locale=fr; locale=en", "fr"],
  [null, undefined],
])("finds in %j the locale %j", (cookies, value) => {
  expect(cookieIn(cookies, "locale")).toBe(value);
});

test.each([
  ["locale=french", undefined],
  ["locale=french; locale=en", "en"],
  ["locale=fr ;", undefined],
])("finds in %j, of two letters, the locale %j", (cookies, value) => {
  expect(cookieIn(cookies, "locale", "[a-z]{2}")).toBe(value);
});
