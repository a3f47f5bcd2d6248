import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSecrets } from "./secrets.server.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "baize-secrets-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it("creates the secrets once, readable by the owner only, and all different", () => {
  const path = join(dir, "deep", "secrets.json");
  const first = openSecrets(path);
  expect(openSecrets(path)).toEqual(first);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(first)).size).toBe(5);
});

it("completes the file of an earlier version, keeps its secrets, and derives the same on every node", () => {
  const old = { importKey: "ab".repeat(32), captchaKey: "cd".repeat(32) };
  const [one, other] = ["one.json", "other.json"].map((name) => join(dir, name)) as [string, string];
  for (const path of [one, other]) writeFileSync(path, JSON.stringify(old), { mode: 0o600 });
  const upgraded = openSecrets(one);
  expect(upgraded).toMatchObject(old);
  expect(upgraded.tokenKey).toMatch(/^[0-9a-f]{64}$/);
  expect(upgraded.tokenKey).not.toBe(upgraded.sealKey);
  // Whatever is kept for good was hashed with the one key that there was.
  expect(upgraded.lastingKey).toBe(upgraded.tokenKey);
  expect(openSecrets(other)).toEqual(upgraded);
  expect(JSON.parse(readFileSync(one, "utf8"))).toEqual(upgraded);
  expect(statSync(one).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(["one.json", "other.json"]);
});

it("refuses a malformed file", () => {
  const path = join(dir, "secrets.json");
  writeFileSync(path, JSON.stringify({ importKey: "short" }));
  expect(() => openSecrets(path)).toThrow("importKey");
});
