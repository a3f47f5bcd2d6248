import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { limitHash } from "../../src/platform/http/counted-limits.server.ts";
import { standingClock } from "../support/clock.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
const SAME_ORIGIN = { origin: `http://${HOST}`, "sec-fetch-site": "same-origin" };
const SIX_MONTHS = 182 * 86_400;

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
});
afterEach(() => clock.set(SATURDAY_EVENING));
afterAll(() => app.close());
beforeEach(async () => void (await app.world.database.db.deleteFrom("consent_receipts").execute()));

const receipts = () => app.world.database.db.selectFrom("consent_receipts").selectAll().execute();

function choose(
  form: Record<string, string> | string,
  headers: Record<string, string> = SAME_ORIGIN,
  host = HOST,
): Promise<Response> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return app.send(host, "/consent", {
    method: "POST",
    body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
    headers: { ...type, ...headers },
  });
}

describe("the consent banner's answer", () => {
  it.each([
    [{ version: "1" }, { measure: false, ads: false }],
    [
      { version: "1", measure: "1" },
      { measure: true, ads: false },
    ],
    [
      { version: "1", measure: "1", ads: "1" },
      { measure: true, ads: true },
    ],
    [
      { version: "1", measure: "0", ads: "no" },
      { measure: false, ads: false },
    ],
  ])("keeps a receipt of %j without anything about who gave it", async (form, chosen) => {
    expect((await choose(form)).status).toBe(204);
    const [receipt, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(receipt).toEqual({
      id: expect.any(String),
      project_id: 1051,
      ...chosen,
      text_version: "1",
      locale: "fr",
      given_at: new Date(SATURDAY_EVENING),
    });
  });

  it("is remembered for six months in a cookie that holds the choice", async () => {
    const cookie = (await choose({ version: "1", measure: "1" })).headers.get("set-cookie") ?? "";
    const [pair = "", ...attributes] = cookie.split("; ");
    const [receipt] = await receipts();
    expect(decodeURIComponent(pair)).toBe(`consent=v=1&measure=1&ads=0&id=${receipt?.id}`);
    expect(attributes).toEqual(["Path=/", `Max-Age=${SIX_MONTHS}`, "SameSite=Lax"]);
  });

  it("stores the language of the text, and no venue for the group's front page", async () => {
    await choose(
      { version: "1" },
      { origin: "http://localhost:3000", "sec-fetch-site": "same-origin", "accept-language": "en" },
      "localhost:3000",
    );
    expect(await receipts()).toMatchObject([{ project_id: null, locale: "en" }]);
  });

  const cookieOf = (answer: Response) => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const again = (cookie: string, form: Record<string, string>) => choose(form, { ...SAME_ORIGIN, cookie });

  it("has one receipt a browser and version: choosing anew changes it", async () => {
    const cookie = cookieOf(await choose({ version: "1", ads: "1" }));
    clock.advance(60_000);
    const later = cookieOf(await again(`locale=fr; ${cookie}; x=y`, { version: "1", measure: "1" }));
    for (let time = 0; time < 5; time += 1) expect(cookieOf(await again(later, { version: "1" }))).toContain("ads%3D0");
    expect(await receipts()).toEqual([
      expect.objectContaining({ measure: false, ads: false, text_version: "1", given_at: clock.now() }),
    ]);
    await again(later, { version: "2", measure: "1" });
    expect(new Map((await receipts()).map((row) => [row.text_version, row.measure]))).toEqual(
      new Map([
        ["1", false],
        ["2", true],
      ]),
    );
  });

  it.each([
    "consent=v%3D1%26measure%3D1%26ads%3D0",
    "consent=v%3D1%26id%3D00000000-0000-4000-8000-000000000000",
    "consent=%ff",
    "consent=v=1&id=x",
    "consent=",
  ])("has a new receipt for a browser with the cookie %s", async (cookie) => {
    expect((await again(cookie, { version: "1" })).status).toBe(204);
    expect(await receipts()).toHaveLength(1);
  });

  it("gets no more than 600 new receipts an hour for one network; who has one may choose anew", async () => {
    const from = (ip: string, cookie = "") =>
      choose({ version: "1" }, { ...SAME_ORIGIN, cookie, "x-forwarded-for": ip });
    const cookie = cookieOf(await from("203.0.113.7"));
    const hits = sql`array_fill(${clock.now()}::timestamptz, array[600])`;
    await sql`update limit_windows set hits = ${hits} where key = ${limitHash(app.world, ["consent", "203.0.113.0/24"])}`.execute(
      app.world.database.db,
    );
    const refused = await from("203.0.113.8");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect((await from("203.0.113.8", cookie)).status).toBe(204);
    expect((await from("198.51.100.8")).status).toBe(204);
    expect(await receipts()).toHaveLength(2);
  });

  it("is never cached and carries the security headers", async () => {
    const answer = await choose({ version: "1" });
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("etag")).toBeNull();
  });
});

describe("a plain form without script", () => {
  const back = async (path: string) => {
    const answer = await choose(
      { version: "1", back: path },
      { ...SAME_ORIGIN, accept: "text/html,application/xhtml+xml" },
    );
    return [answer.status, answer.headers.get("location")];
  };

  it.each(["/", "/agenda", "/agenda/12/soiree?tab=a#haut", "/?popup=Menu"])(
    "redirects back to %s with 303",
    async (path) => {
      expect(await back(path)).toEqual([303, path]);
    },
  );

  it.each([
    "",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/%5cevil.example",
    "/%2fevil.example",
    "//%2fevil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    " //evil.example",
    "http:evil.example",
    "/..//evil.example",
    "/%2e%2e//evil.example",
    "/%0d%0aSet-Cookie:%20a=b",
    "/\r\nLocation: https://evil.example",
    "\u0000/",
    "/\u0000",
    "https:/evil.example",
    "@evil.example",
    ".evil.example",
    "?x",
    "/%ff",
    `/${"a".repeat(3000)}`,
  ])("redirects to / for back=%j", async (path) => {
    expect(await back(path)).toEqual([303, "/"]);
  });

  it("redirects to / without a back address", async () => {
    const answer = await choose({ version: "1" }, { ...SAME_ORIGIN, accept: "text/html" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  });
});

describe("requests that are refused without a receipt", () => {
  it.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a sister host of the same site", { "sec-fetch-site": "same-site", origin: "http://valombre.localhost:3000" }],
    ["a foreign Origin from a browser that says no more", { origin: "https://evil.example" }],
    ["our host on another port", { origin: "http://port-serac.localhost:4000" }],
    ["an opaque Origin", { origin: "null" }],
    ["an opaque Origin that claims to be ours", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["a foreign Origin that claims to be ours", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
    ["a broken Origin", { origin: "http://" }],
    ["a request without any origin", {}],
  ])("%s: 403", async (_name, headers) => {
    const answer = await choose({ version: "1", ads: "1" }, headers);
    expect([answer.status, answer.headers.get("set-cookie"), await receipts()]).toEqual([403, null, []]);
  });

  it.each([
    ["nothing", ""],
    ["no version", "measure=1"],
    ["an empty version", "version="],
    ["a version that could end a cookie", "version=1%3B%20Domain%3Devil.example"],
    ["a version with a line break", "version=1%0d%0aSet-Cookie%3A%20a%3Db"],
    ["NUL", "version=%00"],
    ["a version that never was", "version=99"],
    ["a version that is too long", `version=${"1".repeat(21)}`],
    ["JSON", '{"version":"1"}'],
  ])("%s: 422", async (_name, body) => {
    const answer = await choose(body);
    expect([answer.status, answer.headers.get("set-cookie"), await receipts()]).toEqual([422, null, []]);
  });

  it("more than 4 KiB: 413", async () => {
    expect((await choose(`version=1&back=/${"a".repeat(4_096)}`)).status).toBe(413);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024)) });
    const request = { method: "POST", body: endless, duplex: "half", headers: SAME_ORIGIN };
    expect((await app.send(HOST, "/consent", request as RequestInit)).status).toBe(413);
    expect(await receipts()).toEqual([]);
  });

  it("any other method", async () => {
    for (const method of ["PUT", "DELETE"])
      expect((await app.send(HOST, "/consent", { method, headers: SAME_ORIGIN })).status).toBe(405);
    expect((await app.send(HOST, "/consent")).status).toBe(302);
  });
});

it("marks the cookie as secure where the site is https", async () => {
  const database = app.world.database;
  const secure = await openTestApp(database, { clock, variables: { PUBLIC_SCHEME: "https" } });
  const answer = await secure.send("port-serac.localhost", "/consent", {
    method: "POST",
    body: "version=1",
    headers: { origin: "https://port-serac.localhost", "sec-fetch-site": "same-origin" },
  });
  expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/);
  await secure.close();
});
