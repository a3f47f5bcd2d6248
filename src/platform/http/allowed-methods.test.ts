import { expect, it } from "vitest";
import { allowedMethods } from "./allowed-methods.ts";

const allowed = allowedMethods([
  { method: "ALL", path: "/api/*" },
  { method: "GET", path: "/api/cards/:number" },
  { method: "PUT", path: "/api/cards/:number" },
  { method: "POST", path: "/api/imports" },
  { method: "GET", path: "/api/openapi.json" },
  { method: "GET", path: "/files/*" },
]);

it("names the methods of a path with parameters, HEAD beside GET", () => {
  expect(allowed("/api/cards/12")).toEqual(["GET", "HEAD", "PUT"]);
});

it("knows that a star stands for every path below", () => {
  expect([allowed("/files"), allowed("/files/a/b"), allowed("/filesystem")]).toEqual([
    ["GET", "HEAD"],
    ["GET", "HEAD"],
    [],
  ]);
});

it("knows paths whole: a longer one, and one that only looks like it, have no method", () => {
  expect([allowed("/api/cards/12/more"), allowed("/api/openapiXjson"), allowed("/api")]).toEqual([[], [], []]);
});
