import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openStaticFiles } from "./static-files.server.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "baize-files-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}

it("serves the hashed files of the two previous builds too", () => {
  write("build/client/assets/page-aaaaaaaa.js", "now");
  write("build-earlier/1/assets/page-bbbbbbbb.js", "before");
  write("build-earlier/2/assets/page-cccccccc.js", "before that");
  write("build-earlier/1/assets/page-aaaaaaaa.js", "of the same name");
  const files = openStaticFiles(join(root, "build/client"));
  const textOf = (name: string) => files.find(`/assets/page-${name}.js`)?.identity.toString();
  expect(["aaaaaaaa", "bbbbbbbb", "cccccccc", "dddddddd"].map(textOf)).toEqual([
    "now",
    "before",
    "before that",
    undefined,
  ]);
});

it("serves a first build without previous ones, and nothing outside its directory", () => {
  write("build/client/assets/page-aaaaaaaa.js", "now");
  write("secret.js", "secret");
  const files = openStaticFiles(join(root, "build/client"));
  expect(files.find("/assets/page-aaaaaaaa.js")?.isHashed).toBe(true);
  expect(files.find("/../secret.js")).toBeUndefined();
});

it("compresses a file quickly for the first request, and as small as possible for later ones", async () => {
  const text = Array.from({ length: 4_000 }, (_, at) => `export const part${at % 97} = ${(at * 7919) % 1009};`).join(
    "\n",
  );
  write("build/client/assets/page-aaaaaaaa.js", text);
  const file = openStaticFiles(join(root, "build/client")).find("/assets/page-aaaaaaaa.js");
  const sent = () => file?.brotli() ?? Buffer.alloc(0);
  const first = sent();
  await vi.waitFor(() => expect(sent().length).toBeLessThan(first.length), { timeout: 10_000 });
  for (const bytes of [first, sent()]) expect(brotliDecompressSync(bytes).toString()).toBe(text);
});
