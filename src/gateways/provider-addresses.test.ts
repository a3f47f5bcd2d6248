import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { sandboxGatewaySettings } from "../platform/settings/sandbox-gateways.server.ts";
import { openApple } from "./apple.server.ts";
import { openFacebook } from "./facebook.server.ts";
import { openGoogle } from "./google.server.ts";
import { openSms } from "./sms.server.ts";

/** Plain HTTP, so that a stub of the global fetch sees the calls. */
const BASE = "http://provider.example";
const settings = sandboxGatewaySettings(BASE, 25);
const deps = { now: () => new Date("2026-11-21T19:30:00Z"), timeoutMs: 500 };

/** All paths that may be fetched. The only variable part is a person's id at Facebook, one segment of a path. */
const PLACES =
  /^\/(ovh\/1\.0\/sms\/sms-sandbox-1\/jobs|google\/(token|tokeninfo|v1\/userinfo|v1\/people\/me|oauth2\/v3\/certs)|apple\/auth\/(keys|token|revoke)|facebook\/graph\/v23\.0\/(oauth\/access_token|debug_token|me|[^/]+\/permissions))$/;

const hostile = fc.constantFrom(
  "http://169.254.169.254/latest/meta-data/",
  "http://127.0.0.1:5432/",
  "http://[::1]/",
  "http://0x7f000001/",
  "http://2130706433/",
  "//evil.example/",
  "\\\\evil.example\\",
  "@evil.example",
  ":80@evil.example/",
  "..",
  "../../../admin",
  "%2e%2e%2f",
  "..;/",
  "?x=",
  "#",
  "\r\nHost: evil.example",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_",
  "http://localhost\u3002evil.example/",
  "\ud800",
  "\0",
);
const given = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.webUrl(),
  hostile,
  fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join("")),
);

afterEach(() => vi.unstubAllGlobals());

it("fetches only configured addresses, whatever a visitor, an app or a provider sends", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string | URL, init?: RequestInit) => {
    asked.push(String(url));
    expect(init?.redirect).toBe("manual");
    const told = { keys: [], id: "1", data: { is_valid: true, app_id: "x" }, access_token: "a", id_token: "b.c.d" };
    return new Response(JSON.stringify(told));
  });
  const providers = [
    openGoogle(settings.google, deps),
    openApple(settings.apple, deps),
    openFacebook(settings.facebook, deps),
  ];
  const sms = openSms(settings.sms, deps);
  await fc.assert(
    fc.asyncProperty(given, given, async (one, other) => {
      const calls = providers.flatMap((provider) => [
        () => provider.exchange(one, other),
        () => provider.verify(one, other),
        () => provider.readEvent(one),
        () => provider.revoke({ subject: one, refreshToken: other }),
      ]);
      for (const call of [...calls, () => sms.send({ id: one, to: other, text: one })])
        await call().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      for (const address of asked.splice(0)) {
        const { origin, pathname, username } = new URL(address);
        expect([origin, username]).toEqual([BASE, ""]);
        expect(pathname).toMatch(PLACES);
      }
    }),
    { numRuns: 300 },
  );
});
