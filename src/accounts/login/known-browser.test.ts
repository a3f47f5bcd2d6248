import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { browserOwner, newBrowser } from "./known-browser.server.ts";

const key = (digit: string) => digit.repeat(64);
const secrets = {
  importKey: key("0"),
  captchaKey: key("1"),
  tokenKey: key("2"),
  sealKey: key("3"),
  lastingKey: key("4"),
};
const world = { secrets, random: (size: number) => randomBytes(size) };

it("cookies of one person's browsers differ, but name the same person", () => {
  const [one, other] = [newBrowser(world, "ana"), newBrowser(world, "ana")];
  expect([one, other].map((cookie) => /^[\w-]{43}$/.test(cookie))).toEqual([true, true]);
  expect(one).not.toBe(other);
  expect(browserOwner(world, one)).toBe(browserOwner(world, other));
  expect(browserOwner(world, newBrowser(world, "bea"))).not.toBe(browserOwner(world, one));
});

it("a cookie that somebody else made or changed names nobody", () => {
  const made = newBrowser(world, "ana");
  const bytes = Buffer.from(made, "base64url");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(browserOwner(world, changed.toString("base64url"))).toBeNull();
  }
  for (const foreign of [null, "", "x", randomBytes(32).toString("base64url"), `${made}${made}`])
    expect(browserOwner(world, foreign)).toBeNull();
});

it("a cookie outlives one rotation of the secrets", () => {
  const made = newBrowser(world, "ana");
  const next = { ...secrets, tokenKey: key("5"), previous: { tokenKey: secrets.tokenKey, sealKey: secrets.sealKey } };
  expect(browserOwner({ secrets: next } as Parameters<typeof browserOwner>[0], made)).toBe(browserOwner(world, made));
  expect(browserOwner({ secrets: { ...secrets, tokenKey: key("6") } }, made)).toBeNull();
});
