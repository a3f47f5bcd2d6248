import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plain } from "../support/pictures.ts";
import { answerProblems, type ApiDocument, type Method } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type Answered, type People } from "../support/people.ts";
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

const DONE = { data: { result: true } };
const somebody = () => people.member(`contract-${(count += 1)}@example.test`);
const PROFILE = {
  email: expect.stringMatching(/^contract-\d+@example\.test$/),
  pseudo: null,
  avatar: null,
  card: null,
  card_type: null,
  civility: { id: 1, short_name: "Mme" },
  lastname: "Delmas-Ferré",
  firstname: "Élodie",
  birthday: "1990-05-17",
  optins: ["CANAL_EMAIL"],
  main_phones: { mobile: null },
  is_valid_email: true,
  is_valid_phone: false,
  playersplus_id: null,
  playersplus: { site_id: null },
  enrollment: { status: "NEW" },
};
const changed = (changes: object) => ({ user: { ...PROFILE, ...changes } });
const change = async (body: object) => people.call("PUT", "/users", { token: await somebody(), body });

async function sendCode(token: string, device: string): Promise<Answered> {
  const body = { otp_type: "check", device_type: "mobile", device };
  return people.post("/otp/send", body, { token, headers: await people.captcha() });
}

/** Every call with an example that succeeds, and its exact answer. */
const EXAMPLES: [method: Method, template: string, what: string, run: () => Promise<Answered>, answer: unknown][] = [
  [
    "get",
    "/profile",
    "of somebody without a card",
    async () => people.call("GET", "/profile", { token: await somebody() }),
    changed({}),
  ],
  [
    "put",
    "/users",
    "opt-ins",
    () => change({ optins: { CANAL_SMS: true } }),
    changed({ optins: ["CANAL_EMAIL", "CANAL_SMS"] }),
  ],
  ["put", "/users", "nickname", () => change({ pseudo: "Ondine" }), changed({ pseudo: "Ondine" })],
  ["put", "/users", "password", () => change({ current_password: PASSWORD, password: "Phare-Blanc?82" }), DONE],
  [
    "put",
    "/users",
    "avatar",
    async () => change({ avatar_base64: (await plain(40, 40)).toString("base64") }),
    changed({ avatar: expect.stringMatching(/\/media\/avatars\/[\w-]{36}$/) }),
  ],
  [
    "delete",
    "/users/me",
    "",
    async () => people.requestDeletion(await somebody()),
    { data: { result: true, erased_at: "2026-12-21T19:30:00.000Z" } },
  ],
  [
    "post",
    "/otp/send",
    "",
    async () => sendCode(await somebody(), "+33612345601"),
    { data: { device_token: expect.stringMatching(/^[\w-]{22}$/) } },
  ],
  [
    "post",
    "/otp/verify",
    "",
    async () => {
      const token = await somebody();
      const sent = await sendCode(token, "+33612345602");
      const otp = app.world.gateways.texts.at(-1)?.text.slice(0, 4);
      const { device_token } = sent.body.data as { device_token?: string };
      return people.post("/otp/verify", { device_token, otp }, { token });
    },
    DONE,
  ],
];

describe("the account's API calls and /otp/*", () => {
  it.each(EXAMPLES)(
    "%s %s %s answers exactly as the API's description says",
    async (method, template, _what, run, expected) => {
      const answer = await run();
      expect([answer.status, answer.body]).toEqual([200, expected]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answerProblems(document, template, 200, answer.body, method)).toEqual([]);
    },
  );

  it("get /users/me/export answers a zip, as the API's description says", async () => {
    const headers = { authorization: `Bearer ${await somebody()}` };
    const answer = await app.get("port-serac", "/api/users/me/export", headers);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const described = document.paths["/users/me/export"]?.get?.responses["200"]?.content;
    expect(described).toEqual({
      [answer.headers.get("content-type") ?? ""]: { schema: { type: "string", format: "binary" } },
    });
    expect(unzipSync(new Uint8Array(await answer.arrayBuffer()))).toHaveProperty(["account.json"]);
  });

  const refused = [
    ...EXAMPLES.map(([method, template]) => [method, template] as const),
    ["get", "/users/me/export"],
  ] as const;
  it.each(refused)("%s %s refuses as the API's description says", async (method, template) => {
    const takesBody = method === "post" || method === "put";
    const token = await somebody();
    for (const sent of [{}, { token, body: { device: "x", pseudo: 1 } }].slice(0, takesBody ? 2 : 1)) {
      const answer = await people.call(method.toUpperCase(), template, sent);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(Object.keys(document.paths[template]?.[method]?.responses ?? {})).toContain(String(answer.status));
      expect(answerProblems(document, template, answer.status, answer.body, method)).toEqual([]);
    }
  });
});
