import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerProblems, type ApiDocument, type Method } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, SITE, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;
let people: People;
let document: ApiDocument;
let count = 0;
beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
  document = (await people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
});
afterAll(() => app.close());

const TOKEN = expect.stringMatching(/^[\w-]{43}$/);
const DONE = { data: { result: true } };
const fresh = () => `contract-${(count += 1)}@example.test`;

async function vouched(provider: "google" | "apple" | "facebook"): Promise<Answered> {
  const email = fresh();
  const person = { email, isEmailVerified: true, firstname: "Ana", lastname: "Sorel", birthday: "1991-02-03" };
  app.world.gateways.vouch(provider, email, { subject: email, nonce: "n", ...person });
  return people.post(`/auth/${provider}`, { access_token: email, source: "WEBSITE", origin: SITE, nonce: "n" });
}

/** Every call with an example that succeeds, and its exact answer. */
const EXAMPLES: [method: Method, template: string, run: () => Promise<Answered>, answer: unknown][] = [
  [
    "post",
    "/auth/login",
    async () => {
      const email = fresh();
      await people.member(email);
      return people.logIn(email);
    },
    { data: { token: TOKEN } },
  ],
  ["post", "/auth/google", () => vouched("google"), { data: { token: TOKEN } }],
  ["post", "/auth/apple", () => vouched("apple"), { data: { token: TOKEN } }],
  ["post", "/auth/facebook", () => vouched("facebook"), { data: { token: TOKEN } }],
  [
    "post",
    "/auth/link",
    async () => {
      const email = fresh();
      await people.member(email);
      app.world.gateways.vouch("facebook", email, { subject: email, email, isEmailVerified: false });
      await people.post("/auth/facebook", { access_token: email, origin: SITE });
      const [, token] = /relier\?token=([\w-]{43})/.exec((await people.mails(email)).at(-1)?.text ?? "") ?? [];
      return people.post("/auth/link", { linking_token: token, password: PASSWORD });
    },
    { data: { token: TOKEN } },
  ],
  [
    "post",
    "/auth/introspect",
    async () => people.introspect(await people.member("introspected@example.test")),
    {
      user: {
        email: "introspected@example.test",
        pseudo: null,
        wallet_key: null,
        avatar: null,
        firstname: "Élodie",
        lastname: "Delmas-Ferré",
        birthday: "1990-05-17",
        playersplus_id: null,
        is_valid_email: true,
        is_valid_phone: false,
        customer_id: expect.stringMatching(/^\d{12}$/),
        is_pplus: false,
        is_member: false,
        token: TOKEN,
      },
    },
  ],
  [
    "post",
    "/auth/logout",
    async () => people.call("POST", "/auth/logout", { token: await people.member(fresh()) }),
    DONE,
  ],
  [
    "get",
    "/auth/sessions",
    async () => {
      const email = fresh();
      await people.register(email);
      return people.call("GET", "/auth/sessions", { token: (await people.logIn(email)).body.data?.token ?? "" });
    },
    {
      data: [true, false].map((is_current) => ({
        id: expect.any(String),
        kind: "api",
        device: "",
        created_at: "2026-11-21T19:30:00.000Z",
        last_used_at: "2026-11-21T19:30:00.000Z",
        is_current: expect.any(Boolean) as unknown as typeof is_current,
      })),
    },
  ],
  [
    "delete",
    "/auth/sessions",
    async () => people.call("DELETE", "/auth/sessions", { token: await people.member(fresh()) }),
    DONE,
  ],
  [
    "delete",
    "/auth/sessions/{id}",
    async () => {
      const token = await people.member(fresh());
      const list = await people.call("GET", "/auth/sessions", { token });
      const [line] = (list.body as unknown as { data: { id: string }[] }).data;
      return people.call("DELETE", `/auth/sessions/${line?.id}`, { token });
    },
    DONE,
  ],
  ["post", "/users/web", () => people.register(fresh()), { data: { token: TOKEN } }],
  [
    "post",
    "/users/email-validation",
    async () => {
      const email = fresh();
      const token = (await people.register(email)).body.data?.token ?? "";
      return people.post("/users/email-validation", { email, callback_url: `${SITE}/email-confirmation` }, { token });
    },
    DONE,
  ],
  [
    "post",
    "/users/email-confirmation",
    async () => {
      const email = fresh();
      const token = (await people.register(email)).body.data?.token ?? "";
      return people.confirm(await people.linkToken(email), { token });
    },
    { data: { result: true, token: TOKEN } },
  ],
  ["post", "/password/recover", () => people.recover(fresh()), DONE],
  [
    "post",
    "/password/reset",
    async () => {
      const email = fresh();
      await people.member(email);
      await people.recover(email);
      return people.reset(await people.linkToken(email), "Phare-Blanc?82");
    },
    DONE,
  ],
];

describe("the authentication API calls", () => {
  it.each(EXAMPLES)("%s %s answers exactly as the API's description says", async (method, template, run, expected) => {
    const answer = await run();
    expect([answer.status, answer.body]).toEqual([200, expected]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answerProblems(document, template, 200, answer.body, method)).toEqual([]);
  });

  const written = EXAMPLES.filter(([method]) => method === "post");
  it.each(written)("%s %s describes which bodies it refuses", async (method, template) => {
    const token = await people.member(fresh());
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const declared = Object.keys(document.paths[template]?.[method]?.responses ?? {});
    for (const [type, body] of [
      ["application/json", "{"],
      ["text/plain", "{}"],
      ["application/json", JSON.stringify("x".repeat(70_000))],
    ] as const) {
      const sent = { method: "POST", headers: { ...headers, "content-type": type }, body };
      const { status } = await app.send("port-serac.localhost:3000", `/api${template}`, sent);
      if (status !== 200) expect(declared).toContain(String(status));
    }
  });

  it("DELETE /auth/sessions accepts no other value of keep than current", () => {
    const { parameters, responses } = document.paths["/auth/sessions"]?.delete ?? { responses: {} };
    expect(parameters).toMatchObject([{ name: "keep", in: "query", required: false, schema: { enum: ["current"] } }]);
    expect(Object.keys(responses)).toContain("422");
  });

  it.each(EXAMPLES)("%s %s refuses as the API's description says", async (method, template) => {
    const body = method === "post" ? { body: { email: "nobody", origin: "https://evil.test" } } : {};
    const answer = await people.call(method.toUpperCase(), template.replace("{id}", "x"), body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(document.paths[template]?.[method]?.responses ?? {})).toContain(String(answer.status));
    expect(answerProblems(document, template, answer.status, answer.body, method)).toEqual([]);
  });
});
