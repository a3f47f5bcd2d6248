import { createHmac, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SignJWT, type JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../test/support/sandbox.ts";
import type { SocialEvent, SocialGateway } from "../platform/gateways/social.ts";
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

  it("names the user who asks for deletion, and when", async () => {
    expect(await facebook.readEvent(signed(honest()))).toEqual({
      event: { subject: "218471", kind: "deleted", at: new Date("2026-11-21T19:30:00.999Z") },
    });
  });

  it("is refused when any part is forged or unexpected", async () => {
    const [signature = "", payload = ""] = signed(honest()).split(".");
    for (const webhook of [
      signed(honest(), "another secret"),
      `${signature}.${Buffer.from(JSON.stringify({ ...honest(), user_id: "1" })).toString("base64url")}`,
      `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}.${payload}`,
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
      expect(await facebook.readEvent(webhook), webhook.slice(0, 80)).toEqual(INVALID);
  });
});

describe("Apple's webhook", () => {
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
  ])("reads %s as %s", async (type, kind) => {
    const webhook = await sandbox.keys.apple.sign(honest({ events: events(type) }));
    expect(await apple.readEvent(webhook)).toEqual({
      event: { subject: "001.abc", kind, at: new Date("2026-11-21T19:30:00.999Z") },
    });
  });

  it("is refused when it is not signed for us", async () => {
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
    for (const webhook of [...signed, await forged, "", "a.b.c", "x".repeat(10_000)])
      expect(await apple.readEvent(webhook)).toEqual(INVALID);
  });
});

describe("a webhook ordered in the sandbox", () => {
  it("reaches the site as the adapters read it, by form and by JSON", async () => {
    const heard: { event: SocialEvent }[] = [];
    const site = createServer((request, response) => {
      void text(request).then(async (body) => {
        const isFacebook = request.url === "/webhooks/facebook";
        const webhook = isFacebook ? new URLSearchParams(body).get("signed_request") : JSON.parse(body).payload;
        heard.push((await (isFacebook ? facebook : ownApple).readEvent(String(webhook))) as { event: SocialEvent });
        response.writeHead(200).end(JSON.stringify(isFacebook ? { url: "http://localhost/status", code: "1" } : {}));
      });
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    const own = await openTestSandbox(() => NOW, {
      siteUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    });
    const ownApple = openApple(own.settings.apple, { now: () => NOW });
    try {
      const order = { sub: "218471", type: "data-deletion" };
      const sent = await own.send("POST", "/api/social/facebook/notices", order);
      expect(sent).toEqual({
        provider: "facebook",
        ...order,
        sent_at: NOW.toISOString(),
        status: 200,
        url: "http://localhost/status",
      });
      await own.token("apple", { sub: "001.abc", email: "a@privaterelay.appleid.com" });
      await fetch(`${own.url}/log-in/notices`, {
        method: "POST",
        body: new URLSearchParams({ provider: "apple", sub: "001.abc", type: "account-delete" }),
      });
      expect(heard.map(({ event }) => [event.subject, event.kind])).toEqual([
        ["218471", "deleted"],
        ["001.abc", "deleted"],
      ]);
      expect(await own.send("GET", "/api/social/notices")).toHaveLength(2);
      for (const [provider, type] of [
        ["google", "data-deletion"],
        ["apple", "data-deletion"],
        ["facebook", "consent-revoked"],
      ])
        expect(await own.send("POST", `/api/social/${provider}/notices`, { sub: "1", type })).toHaveProperty("error");
      site.closeAllConnections();
      site.close();
      expect(await own.send("POST", "/api/social/facebook/notices", order)).toMatchObject({ status: null, url: null });
    } finally {
      site.close();
      await own.close();
    }
  });
});

it("refuses any webhook in Google's name", async () => {
  const google = openGoogle(sandbox.settings.google, { now: () => NOW });
  expect(await google.readEvent("anything")).toEqual(INVALID);
});
