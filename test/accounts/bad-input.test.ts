import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;
let people: People;
let token = "";
beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac"],
    clock: standingClock(SATURDAY_EVENING),
    pictures: "stand-ins",
  });
  people = peopleOf(app);
  token = (await people.register("somebody@example.test")).body.data?.token ?? "";
});
afterAll(() => app.close());

/** Values that no field expects. Each must be refused in words, never with a server error. */
const HOSTILE: unknown[] = [
  undefined,
  null,
  "",
  " ",
  0,
  -1,
  1e308,
  true,
  [],
  ["a"],
  {},
  { $gt: "" },
  "x".repeat(5_000),
  "é".repeat(60_000 / 2),
  "\u202Eevil\u202C",
  "\uFEFF",
  "a\u0000b",
  "\uD800",
  "\uDC00\uD800",
  "<script>alert(1)</script>",
  "'; drop table accounts; --",
  "${7*7}{{7*7}}",
  "../../etc/passwd",
  "%00%0d%0aSet-Cookie:x",
  "a@b.c\r\nBcc: d@e.f",
  "🎰".repeat(40),
  "𝒜𝓃𝓃𝒶",
  "1990-02-30",
  "9999-99-99",
  "+33 6 12",
  "١٢٣٤",
];

const FORM = {
  civility_id: 1,
  lastname: "Delmas",
  firstname: "Ana",
  birthday: "1990-05-17",
  email: "hostile@example.test",
  password: PASSWORD,
  optins: { CANAL_EMAIL: true },
  validation_callback_url: `${SITE}/email-confirmation`,
};

/** Every authentication call and /otp/*, each with a valid body. */
const CALLS: [path: string, body: Record<string, unknown>][] = [
  ["/auth/login", { email: FORM.email, password: PASSWORD, source: "WEBSITE", origin: SITE }],
  ["/auth/google", { access_token: "t", source: "WEBSITE", origin: SITE, nonce: "n" }],
  ["/auth/apple", { access_token: "t", source: "WEBSITE", origin: SITE, nonce: "n" }],
  ["/auth/facebook", { access_token: "t", source: "WEBSITE", origin: SITE }],
  ["/auth/link", { linking_token: "t", password: PASSWORD }],
  ["/auth/introspect", { anything: 1 }],
  ["/users/web", FORM],
  ["/users/web", { ...FORM, registration_token: "t" }],
  ["/users/email-validation", { email: "somebody@example.test", callback_url: `${SITE}/email-confirmation` }],
  ["/users/email-confirmation", { token_validation_email: "t" }],
  ["/password/recover", { email: FORM.email, callback_url: `${SITE}/nouveau-mot-de-passe` }],
  ["/password/reset", { token: "t", password: PASSWORD }],
  [
    "/otp/send",
    {
      otp_type: "check",
      device_type: "mobile",
      device: "+33612345678",
      purpose: "verify_phone",
      current_password: "x",
    },
  ],
  ["/otp/verify", { device_token: "t", otp: "1234" }],
];

describe("hostile input to accounts", () => {
  it.each(CALLS)("is refused in words in every field of %s", async (path, body) => {
    for (const field of Object.keys(body))
      for (const value of HOSTILE) {
        const answer = await people.post(path, { ...body, [field]: value }, { token });
        const what = `${field}: ${JSON.stringify(value)?.slice(0, 60)}`;
        expect(answer.status, what).toBeLessThan(500);
        expect(answer.headers.get("content-type"), what).toContain("application/json");
        if (answer.status >= 400) expect(isErrorBody(answer.body), what).toBe(true);
      }
  });

  it.each(CALLS)("that is no object is refused in words at %s", async (path) => {
    for (const body of [
      "null",
      "[]",
      '"text"',
      "12",
      "{",
      "",
      "[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]",
      '{"__proto__":1}',
    ]) {
      const answer = await app.send("port-serac.localhost:3000", `/api${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(answer.status, body).toBeGreaterThanOrEqual(400);
      expect(answer.status, body).toBeLessThan(500);
      expect(isErrorBody(await answer.json()), body).toBe(true);
    }
  });

  it.each([
    ["{", "Le corps n’est pas du JSON valide.", "The body is not valid JSON."],
    [JSON.stringify("x".repeat(65_536)), "Le corps est trop volumineux.", "The body is too large."],
    [`${"[".repeat(21)}${"]".repeat(21)}`, /plus de 20 niveaux/, /more than 20 levels/],
  ])("that cannot be read is told so in the caller's language: %.5s", async (body, french, english) => {
    for (const [locale, words] of [
      ["fr", french],
      ["en", english],
    ] as const) {
      const headers = { "content-type": "application/json", locale };
      const answer = await app.send("port-serac.localhost:3000", "/api/auth/login", {
        method: "POST",
        headers,
        body,
      });
      expect(await answer.json()).toEqual({ error: typeof words === "string" ? words : expect.stringMatching(words) });
    }
  });

  it("is refused in words by every change of an account", async () => {
    const changes = [
      { optins: { CANAL_SMS: true } },
      { current_password: PASSWORD, password: PASSWORD },
      { pseudo: "Ondine" },
      { avatar_base64: "AAAA" },
    ];
    for (const body of changes)
      for (const field of Object.keys(body))
        for (const value of HOSTILE) {
          const answer = await people.call("PUT", "/users", { token, body: { ...body, [field]: value } });
          const what = `${field}: ${JSON.stringify(value)?.slice(0, 60)}`;
          expect(answer.status, what).toBeLessThan(500);
          if (answer.status >= 400) expect(isErrorBody(answer.body), what).toBe(true);
        }
  });

  it("in headers is refused in words", async () => {
    for (const value of ["", "x", "x".repeat(7_000), "ZZZZ==", "eyJhbGciOiJub25lIn0.e30."]) {
      const headers = {
        recaptcha: value,
        "idempotency-key": value,
        cookie: `user_token=${value}; known_browser=${value}`,
      };
      for (const authorization of [value, `Bearer ${value}`, "Basic YTpi", `Bearer ${token} ${token}`])
        for (const [path, body] of CALLS)
          expect((await people.post(path, body, { headers: { ...headers, authorization } })).status).toBeLessThan(500);
    }
  });

  it("in the address of a session is refused in words", async () => {
    for (const id of ["x", "%00", "..%2f", "00000000-0000-4000-8000-000000000000", "%F0%9F%8E%B0", "'%20or%201=1"]) {
      const answer = await people.call("DELETE", `/auth/sessions/${id}`, { token });
      expect([answer.status >= 400, answer.status < 500]).toEqual([true, true]);
    }
    expect((await people.introspect(token)).status).toBe(200);
  });

  it("stores every name as it was typed, with a plain form for comparison", async () => {
    const names = ["Anne-Élodie", "O’Brien", "D'Arc", "Nguyễn Thị", "Œdipe", "Ștefan", "王芳", "ÅSE"];
    for (const [index, firstname] of names.entries()) {
      const email = `named-${index}@example.test`;
      const made = await people.register(email, { firstname });
      expect((await people.introspect(made.body.data?.token ?? "")).body.user?.["firstname"]).toBe(firstname);
    }
    const { db } = app.world.database;
    const rows = await db
      .selectFrom("accounts")
      .select("firstname_normalised")
      .where("email", "like", "named-%")
      .orderBy("email")
      .execute();
    expect(rows.map((row) => row.firstname_normalised)).toEqual([
      "ANNE ELODIE",
      "O BRIEN",
      "D ARC",
      "NGUYEN THI",
      "ŒDIPE",
      "STEFAN",
      "王芳",
      "ASE",
    ]);
  });
});

function isErrorBody(body: unknown): boolean {
  const error: unknown = Object(body).error;
  if (typeof error === "string") return error !== "" && !error.startsWith("members_");
  return (
    Array.isArray(error) &&
    error.length > 0 &&
    error.every(({ key, message }: { key: unknown; message: unknown }) => {
      return (
        typeof key === "string" && typeof message === "string" && message !== "" && !message.startsWith("members_")
      );
    })
  );
}
