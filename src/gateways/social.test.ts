import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Claims } from "../../sandbox/people.ts";
import { standingClock } from "../../test/support/clock.ts";
import { openTestSandbox, type TestSandbox } from "../../test/support/sandbox.ts";
import type { SocialGateway } from "../platform/gateways/social.ts";
import { openApple } from "./apple.server.ts";
import { openFacebook } from "./facebook.server.ts";
import { openGoogle } from "./google.server.ts";

const EVENING = "2030-11-21T19:30:00Z";
const SECONDS = Math.floor(Date.parse(EVENING) / 1000);
const INVALID = { refusal: "invalid" };
const clock = standingClock(EVENING);
const ADA: Claims = {
  sub: "1001",
  email: "Ada.Roy@gmail.com",
  email_verified: true,
  given_name: " Ada ",
  family_name: "Roy",
  birthday: "1990-02-28",
};
let sandbox: TestSandbox;
let google: SocialGateway;
let facebook: SocialGateway;
let apple: SocialGateway;

beforeAll(async () => {
  sandbox = await openTestSandbox(clock.now);
});
afterAll(() => sandbox.close());
beforeEach(() => {
  clock.set(EVENING);
  const deps = { now: clock.now, timeoutMs: 1_000 };
  google = openGoogle(sandbox.settings.google, deps);
  facebook = openFacebook(sandbox.settings.facebook, deps);
  apple = openApple(sandbox.settings.apple, deps);
});
afterEach(() => sandbox.repair());

describe("Google", () => {
  const verify = async (claims: Claims) => google.verify(await sandbox.token("google", claims), null);

  it("identifies the owner of an access token made for our app", async () => {
    expect(await verify(ADA)).toEqual({
      identity: {
        provider: "google",
        subject: "1001",
        email: "ada.roy@gmail.com",
        isEmailVerified: true,
        firstname: "Ada",
        lastname: "Roy",
        birthday: "1990-02-28",
      },
    });
    expect(await verify({ ...ADA, aud: "sandbox-app.apps.googleusercontent.com" })).toHaveProperty("identity");
  });

  it.each<[string, Claims, boolean]>([
    ["a Gmail mailbox", ADA, true],
    ["a customer's domain", { ...ADA, email: "ada@firm.example", hd: "firm.example" }, true],
    ["a mailbox elsewhere that Google once verified", { ...ADA, email: "ada@firm.example" }, false],
    ["a mailbox whose domain only ends like Gmail's", { ...ADA, email: "ada@notgmail.com" }, false],
    ["a Gmail mailbox not verified", { ...ADA, email_verified: false }, false],
    [
      "a domain's mailbox not verified",
      { ...ADA, email: "ada@firm.example", hd: "firm.example", email_verified: false },
      false,
    ],
  ])("decides whether the address is verified for %s", async (_case, claims, isEmailVerified) => {
    expect(await verify(claims)).toMatchObject({ identity: { isEmailVerified } });
  });

  it.each<[string, Claims]>([
    ["made for another app", { ...ADA, aud: "evil.apps.googleusercontent.com" }],
    ["asked for by another app", { ...ADA, azp: "evil.apps.googleusercontent.com" }],
    ["expired", { ...ADA, exp: SECONDS - 1 }],
    ["without an end", { ...ADA, exp: "never" }],
    ["of a subject that is a path", { ...ADA, sub: ".." }],
    ["of a subject with a line break", { ...ADA, sub: "1\n2" }],
  ])("refuses an access token %s", async (_case, claims) => {
    expect(await verify(claims)).toEqual(INVALID);
  });

  it("refuses unknown, expired and malformed tokens", async () => {
    const token = await sandbox.token("google", ADA);
    for (const odd of ["", "ya29.unknown", "a b", "a b c", "é", "x".repeat(10_000), "line\nbreak"])
      expect(await google.verify(odd, null)).toEqual(INVALID);
    clock.advance(3_600_000);
    expect(await google.verify(token, null)).toEqual(INVALID);
  });

  it("drops malformed names, addresses and birthdays", async () => {
    const odd = { ...ADA, given_name: "x".repeat(61), family_name: "\0", email: "no address", birthday: "1990-02-30" };
    expect(await verify(odd)).toMatchObject({
      identity: { firstname: null, lastname: null, email: null, isEmailVerified: false, birthday: null },
    });
  });

  it("logs in through the consent page, bound to the nonce and to one use", async () => {
    const code = await consent(google, "camille");
    const exchanged = await google.exchange(code, RETURN);
    if ("refusal" in exchanged) throw new Error("refused");
    expect(await google.verify(exchanged.token, "other")).toEqual(INVALID);
    expect(await google.verify(exchanged.token, null)).toEqual(INVALID);
    expect(await google.verify(exchanged.token, "n-1")).toMatchObject({
      identity: {
        email: "camille.laurent@gmail.com",
        isEmailVerified: true,
        firstname: "Camille",
        birthday: "1988-04-12",
      },
    });
    const other = await sandbox.token("google", { ...ADA, sub: "2" });
    expect(await google.verify(`${exchanged.token.split(" ")[0]} ${other}`, "n-1")).toEqual(INVALID);
    expect(await google.exchange(code, RETURN)).toEqual(INVALID);
    expect(await google.exchange(await consent(google, "camille"), "http://valombre.localhost:3000/x")).toEqual(
      INVALID,
    );
  });
});

describe("Facebook", () => {
  const verify = async (claims: Claims) => facebook.verify(await sandbox.token("facebook", claims), null);

  it("identifies the owner of a token of our app, and never calls an address verified", async () => {
    expect(await verify(ADA)).toEqual({
      identity: {
        provider: "facebook",
        subject: "1001",
        email: "ada.roy@gmail.com",
        isEmailVerified: false,
        firstname: "Ada",
        lastname: "Roy",
        birthday: "1990-02-28",
      },
    });
    expect(await verify({ sub: "7", exp: 0 })).toMatchObject({ identity: { email: null, birthday: null } });
  });

  it.each<[string, Claims]>([
    ["made for another app", { ...ADA, aud: "999" }],
    ["that is not valid", { ...ADA, is_valid: false }],
    ["whose validity is not a boolean", { ...ADA, is_valid: "true" }],
    ["of an app, not of a user", { ...ADA, type: "APP" }],
    ["expired", { ...ADA, exp: SECONDS }],
    ["of another person than it claims", { ...ADA, me: "1002" }],
    ["of a subject that is a path", { ...ADA, sub: ".." }],
  ])("refuses a token %s", async (_case, claims) => {
    expect(await verify(claims)).toEqual(INVALID);
  });

  it("refuses a token made with another app secret, and malformed tokens", async () => {
    const token = await sandbox.token("facebook", ADA);
    const foreign = openFacebook({ ...sandbox.settings.facebook, appSecret: "guess" }, { now: clock.now });
    expect(await foreign.verify(token, null)).toEqual(INVALID);
    for (const odd of ["", "EAAunknown", "a b", "x".repeat(10_000)])
      expect(await facebook.verify(odd, null)).toEqual(INVALID);
  });

  it("logs in through the consent page, and revokes the access when asked", async () => {
    const exchanged = await facebook.exchange(await consent(facebook, "ines"), RETURN);
    if ("refusal" in exchanged) throw new Error("refused");
    const verified = await facebook.verify(exchanged.token, null);
    expect(verified).toMatchObject({ identity: { firstname: "Inès", email: null } });
    if ("refusal" in verified) throw new Error("refused");
    await facebook.revoke({ subject: verified.identity.subject, refreshToken: null });
    expect(await facebook.verify(exchanged.token, null)).toEqual(INVALID);
  });
});

describe("Apple", () => {
  const claims = { ...ADA, nonce: "n-1" };
  const verify = async (given: Claims, nonce: string | null = "n-1") =>
    apple.verify(await sandbox.token("apple", given), nonce);

  it("identifies the owner of an identity token, without name or birthday", async () => {
    const identity = {
      provider: "apple",
      subject: "1001",
      email: "ada.roy@gmail.com",
      isEmailVerified: true,
      firstname: null,
      lastname: null,
      birthday: null,
    };
    expect(await verify(claims)).toEqual({ identity });
    expect(await verify({ ...claims, aud: "example.belrive.app" })).toEqual({ identity });
    expect(await verify({ sub: "1", nonce: "n-1" })).toMatchObject({
      identity: { email: null, isEmailVerified: false },
    });
    expect(await verify({ ...claims, email_verified: false })).toMatchObject({ identity: { isEmailVerified: false } });
  });

  it.each<[string, Record<string, unknown>]>([
    ["made for another app", { aud: "com.evil.app" }],
    ["made for another app and ours", { aud: ["com.evil.app", "example.belrive.web"] }],
    ["of another issuer", { iss: "https://accounts.google.com" }],
    ["of an issuer that begins alike", { iss: "https://appleid.apple.com.evil.example" }],
    ["expired", { exp: SECONDS }],
    ["without an end", { exp: undefined }],
    ["made tomorrow", { iat: SECONDS + 86_400, exp: SECONDS + 90_000 }],
    ["not yet valid", { nbf: SECONDS + 600 }],
    ["with another nonce", { nonce: "n-2" }],
    ["without a nonce", { nonce: undefined }],
    ["with a nonce that is a list", { nonce: ["n-1"] }],
    ["without a subject", { sub: undefined }],
    ["with a subject that is a number", { sub: 1001 }],
    ["with an empty subject", { sub: "" }],
  ])("refuses an identity token %s", async (_case, change) => {
    const token = await sandbox.keys.apple.sign({ ...honest(), ...change });
    expect(await apple.verify(token, "n-1")).toEqual(INVALID);
  });

  it("refuses a token when no nonce is bound to the visit", async () => {
    for (const nonce of [null, "", "n-2"]) expect(await verify(claims, nonce)).toEqual(INVALID);
    expect(await verify({ ...claims, nonce: "" }, "")).toEqual(INVALID);
  });

  it("refuses a token that Apple's key has not signed", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    const published = (await sandbox.keys.apple.keySet()).keys[0];
    const secret = new TextEncoder().encode(JSON.stringify(published));
    const honestToken = await sandbox.keys.apple.sign(honest());
    const [header, , signature] = honestToken.split(".");
    const altered = Buffer.from(JSON.stringify({ ...honest(), sub: "1002" })).toString("base64url");
    const forged = [
      await new SignJWT(honest()).setProtectedHeader({ alg: "RS256", kid: "sandbox-apple" }).sign(privateKey),
      await new SignJWT(honest()).setProtectedHeader({ alg: "RS256", kid: "unknown" }).sign(privateKey),
      await new SignJWT(honest()).setProtectedHeader({ alg: "HS256", kid: "sandbox-apple" }).sign(secret),
      new UnsecuredJWT(honest()).encode(),
      await sandbox.keys.google.sign(honest()),
      `${header}.${altered}.${signature}`,
      `${header}.${altered}.`,
      "",
      "a.b.c",
      "x".repeat(10_000),
    ];
    for (const token of forged) expect(await apple.verify(token, "n-1")).toEqual(INVALID);
    expect(await apple.verify(honestToken, "n-1")).toHaveProperty("identity");
  });

  it("logs in by a form post with a client secret, and revokes the access when asked", async () => {
    const code = await consent(apple, "yanis");
    const exchanged = await apple.exchange(code, RETURN);
    if ("refusal" in exchanged) throw new Error("refused");
    expect(await apple.verify(exchanged.token, "n-1")).toMatchObject({ identity: { email: "yanis.benali@gmail.com" } });
    expect(await apple.exchange(code, RETURN)).toEqual(INVALID);
    await apple.revoke({ subject: "x", refreshToken: exchanged.refreshToken });
    expect(await sandbox.send("GET", "/api/social/revocations")).toContainEqual(
      expect.objectContaining({ provider: "apple" }),
    );
    const foreign = openApple({ ...sandbox.settings.apple, teamId: "OTHERTEAM1" }, { now: clock.now });
    await expect(foreign.exchange(await consent(apple, "yanis"), RETURN)).rejects.toThrow("invalid_client");
  });

  function honest() {
    return {
      iss: "https://appleid.apple.com",
      aud: "example.belrive.web",
      sub: "1001",
      iat: SECONDS,
      exp: SECONDS + 600,
      nonce: "n-1",
      email: "ada@gmail.com",
      email_verified: "true",
    };
  }
});

describe("a failing provider", () => {
  it.each(["down", "drop"])("throws while it is %s, and works afterwards", async (mode) => {
    const token = await sandbox.token("google", ADA);
    await sandbox.breakDown({ provider: "google", mode, count: 1 });
    await expect(google.verify(token, null)).rejects.toThrow("/google/tokeninfo");
    expect(await google.verify(token, null)).toHaveProperty("identity");
  });

  it("throws when it answers too late, without the token in the error", async () => {
    const token = await sandbox.token("facebook", ADA);
    await sandbox.breakDown({ provider: "facebook", mode: "slow", delay_ms: 1_500, count: 1 });
    const failure: unknown = await facebook.verify(token, null).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/no answer in time/);
    expect(String(failure)).not.toContain(token);
  });

  it("throws when Apple's keys cannot be fetched, instead of calling the token invalid", async () => {
    await sandbox.breakDown({ provider: "apple", mode: "down" });
    const token = await sandbox.token("apple", { ...ADA, nonce: "n-1" });
    await expect(apple.verify(token, "n-1")).rejects.toThrow("503");
    await sandbox.repair();
    expect(await apple.verify(token, "n-1")).toHaveProperty("identity");
  });
});

const RETURN = "http://port-serac.localhost:3000/back?from=test";

/** Goes through the provider's page as a browser does, and returns the code. */
async function consent(gateway: SocialGateway, person: string): Promise<string> {
  const url = gateway.authorizeUrl({ redirectUri: RETURN, state: "s é+", nonce: "n-1" });
  const shown = await fetch(url);
  expect(shown.status).toBe(200);
  const body = new URLSearchParams(new URL(url).searchParams);
  body.set("person", person);
  const { origin, pathname } = new URL(url);
  const response = await fetch(`${origin}${pathname}`, { method: "POST", body, redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) {
    const html = await response.text();
    expect(html).toContain('name="state" value="s é+"');
    return /name="code" value="([^"]+)"/.exec(html)?.[1] ?? "";
  }
  const back = new URL(location);
  expect(back.searchParams.get("state")).toBe("s é+");
  return back.searchParams.get("code") ?? "";
}
