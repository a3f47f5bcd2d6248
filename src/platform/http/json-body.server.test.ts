import fc from "fast-check";
import { expect, it } from "vitest";
import { readJson } from "./json-body.server.ts";

const read = (body: string | Uint8Array<ArrayBuffer>, type = "application/json") =>
  readJson(new Request("http://x.invalid", { method: "POST", body, headers: { "content-type": type } }));
const statusOf = async (body: string | Uint8Array<ArrayBuffer>, type?: string) => {
  const answer = await read(body, type);
  return "refusal" in answer ? answer.refusal.status : 200;
};

it("returns the parsed body", async () => {
  expect(await read('{"a":[1,"é\u{1F3B0}"]}')).toEqual({ value: { a: [1, "é\u{1F3B0}"] } });
});

it.each([
  ["another type", "{}", "text/plain", 415],
  ["malformed JSON", "{", undefined, 400],
  ["an empty body", "", undefined, 400],
  ["NUL in a text", '{"a":"\\u0000"}', undefined, 400],
  ["half of a surrogate pair", '{"a":"\\ud800"}', undefined, 400],
  ["prototype pollution", '{"__proto__":{"admin":true}}', undefined, 400],
  ["21 levels", `${"[".repeat(21)}${"]".repeat(21)}`, undefined, 400],
  [
    "501 keys",
    JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`k${at}`, 1]))),
    undefined,
    400,
  ],
  ["more than 64 KiB", JSON.stringify("x".repeat(65_536)), undefined, 413],
] as const)("refuses %s", async (_name, body, type, status) => {
  expect(await statusOf(body, type)).toBe(status);
});

it("refuses bytes that are not UTF-8", async () => {
  expect(await statusOf(new Uint8Array([0x22, 0xff, 0x22]))).toBe(400);
});

it("accepts 20 levels and 500 keys", async () => {
  expect(await statusOf(`${"[".repeat(20)}${"]".repeat(20)}`)).toBe(200);
  expect(
    await statusOf(JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, 1])))),
  ).toBe(200);
});

it("never throws", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: "binary" }), fc.json()), async (body) => {
      expect([200, 400, 413]).toContain(await statusOf(body));
    }),
  );
});
