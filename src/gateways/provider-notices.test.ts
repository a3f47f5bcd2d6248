import { createHmac, generateKeyPairSync } from "node:crypto";
import { SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../test/sandbox.ts";
import type { SocialGateway } from "../platform/gateways.ts";
import { openApple } from "./apple.server.ts";
import { openFacebook } from "./facebook.server.ts";
import { openGoogle } from "./google.server.ts";

const NOW = new Date("2026-11-21T19:30:00Z");
const SECONDS = NOW.getTime() / 1000;
const INVALID = { refusal: "invalid" };

let sandbox: TestSandbox;
let apple: SocialGateway;
let facebook: SocialGateway;
beforeAll(async () => {
  sandbox = await openTestSandbox(() => NOW);
  apple = openApple(sandbox.settings.apple, { now: () => NOW });
  facebook = openFacebook(sandbox.settings.facebook, { now: () => NOW });
});
afterAll(() => sandbox.close());

describe("Facebook's signed request", () => {
  const signed = (payload: unknown, secret = sandbox.settings.facebook.appSecret) => {
    const text = typeof payload === "string" ? payload : JSON.stringify(payload);
    const encoded = Buffer.from(text).toString("base64url");
    return `${createHmac("sha256", secret).update(encoded).digest("base64url")}.${encoded}`;
  };
  const honest = () => ({ algorithm: "HMAC-SHA256", user_id: "218471", issued_at: SECONDS });

  it("names who asks for deletion, and when", async () => {
    expect(await facebook.readEvent(signed(honest()))).toEqual({
      event: { subject: "218471", kind: "deleted", at: new Date("2026-11-21T19:30:00.999Z") },
    });
  });

  it("is refused where a bit of it is another's, or its words are none of these", async () => {
    const [signature = "", payload = ""] = signed(honest()).split(".");
    for (const notice of [
      signed(honest(), "another secret"),
      `${signature}.${Buffer.from(JSON.stringify({ ...honest(), user_id: "1" })).toString("base64url")}`,
      `${signature.slice(0, -2)}AA.${payload}`,
      `${signature}.`,
      `.${payload}`,
      payload,
      "",
      "a.b.c",
      `${signature}.${payload}.${payload}`,
      signed({ ...honest(), algorithm: "none" }),
      signed({ ...honest(), user_id: 218_471 }),
      signed({ ...honest(), user_id: ".." }),
      signed({ ...honest(), issued_at: "now" }),
      signed({ ...honest(), issued_at: 1e300 }),
      signed("not json"),
      signed("null"),
      signed("[]"),
      "x".repeat(100_000),
    ])
      expect(await facebook.readEvent(notice), notice.slice(0, 80)).toEqual(INVALID);
  });
});

describe("Apple's notice", () => {
  const honest = (change: JWTPayload = {}): JWTPayload => ({
    iss: "https://appleid.apple.com",
    aud: sandbox.settings.apple.clientIds[0],
    iat: SECONDS,
    jti: "a1",
    events: JSON.stringify({ type: "consent-revoked", sub: "001.abc", event_time: SECONDS }),
    ...change,
  });
  const events = (type: string) => JSON.stringify({ type, sub: "001.abc" });

  it.each([
    ["consent-revoked", "revoked"],
    ["account-delete", "deleted"],
    ["email-disabled", "email_stopped"],
    ["email-enabled", "other"],
    ["constructor", "other"],
  ])("%s is told as %s", async (type, kind) => {
    const notice = await sandbox.keys.apple.sign(honest({ events: events(type) }));
    expect(await apple.readEvent(notice)).toEqual({
      event: { subject: "001.abc", kind, at: new Date("2026-11-21T19:30:00.999Z") },
    });
  });

  it("is refused where it is not signed for us", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const kid = (await sandbox.keys.apple.keySet()).keys[0]?.kid ?? "";
    const forged = new SignJWT(honest()).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
    const signed = await Promise.all(
      [
        honest({ iss: "https://appleid.apple.com.evil.example" }),
        honest({ aud: "example.other" }),
        honest({ iat: SECONDS + 3600 }),
        honest({ events: undefined }),
        honest({ events: "not json" }),
        honest({ events: JSON.stringify({ type: "account-delete" }) }),
        honest({ events: JSON.stringify({ type: 1, sub: "001.abc" }) }),
        honest({ exp: SECONDS - 3600 }),
      ].map((claims) => sandbox.keys.apple.sign(claims)),
    );
    for (const notice of [...signed, await forged, "", "a.b.c", "x".repeat(10_000)])
      expect(await apple.readEvent(notice)).toEqual(INVALID);
  });
});

it("Google tells us nothing unasked", async () => {
  const google = openGoogle(sandbox.settings.google, { now: () => NOW });
  expect(await google.readEvent("anything")).toEqual(INVALID);
});
