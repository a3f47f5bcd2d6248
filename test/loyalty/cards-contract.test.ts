import { afterAll, beforeAll, expect, it } from "vitest";
import { answerProblems, type ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const NUMBER = "6000000000000001";
let app: TestApp;
let people: People;
let document: ApiDocument;
let token: string;
let memberId: unknown;
beforeAll(async () => {
  const clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
  document = (await people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
  token = await people.member("contract-card@example.test");
  await app.world.database.db
    .updateTable("accounts")
    .set({ mobile_phone: "+33639980160", mobile_phone_verified_at: clock.now() })
    .where("email", "=", "contract-card@example.test")
    .execute();
  const issued = await people.call("PUT", `/floor/cards/${NUMBER}`, {
    headers: { authorization: "Bearer floor-151" },
    body: { event_id: "contract", lastname: "Delmas-Ferré", firstname: "Élodie", birthday: "1990-05-17" },
  });
  memberId = (issued.body as Record<string, unknown>)["member_id"];
});
afterAll(() => app.close());

const wallet = (path: string) => people.call("POST", `/users/pplus/${path}?type=google&origin=web`, { token });

/** Each call with its success answer, in the order in which a member uses them. */
it.each([
  [
    "/users/card/link",
    () => people.post("/users/card/link", { card_number: NUMBER }, { token }),
    { data: { result: true } },
  ],
  ["/users/pplus/link", () => people.call("POST", "/users/pplus/link", { token }), { pplus_id: expect.any(String) }],
  ["/users/pplus/wallet/create", () => wallet("wallet/create"), { data: { link: expect.stringMatching(/^[\w.-]+$/) } }],
  [
    "/users/pplus/temp_wallet/create",
    () => wallet("temp_wallet/create"),
    { data: { link: expect.stringMatching(/^[\w.-]+$/) } },
  ],
] as [template: string, run: () => Promise<Answered>, answer: object][])(
  "POST %s answers exactly as documented",
  async (template, run, answer) => {
    const { status, body, headers } = await run();
    expect([status, body]).toEqual([200, answer]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(answerProblems(document, template, 200, body, "post")).toEqual([]);
    const nobody = await people.call("POST", template.replace("/create", "/create?type=google"), { body: {} });
    expect([nobody.status, answerProblems(document, template, 401, nobody.body, "post")]).toEqual([401, []]);
  },
);

it("shows the card's number and type in the profile", async () => {
  const { body } = await people.call("GET", "/profile", { token });
  expect(body.user).toMatchObject({
    card: NUMBER,
    card_type: "PLASTIC",
    playersplus_id: memberId,
    enrollment: { status: "NEW" },
  });
  expect(answerProblems(document, "/profile", 200, body, "get")).toEqual([]);
});

it("serves the offline card signed, with its owner's mark, and to its owner only", async () => {
  const opened = await app.get("port-serac", "/hors-ligne/carte", { cookie: `user_token=${token}` });
  expect(opened.status).toBe(200);
  const html = await opened.text();
  expect(html).toContain("6000 0000 0000 0001");
  const header = (name: string) => opened.headers.get(name) ?? "";
  const worker = await (await app.get("port-serac", "/sw.js")).text();
  const jwk = JSON.parse(/snapshotKey=(\{[^}]*\})/.exec(worker)?.[1] ?? "") as JsonWebKey;
  const key = await crypto.subtle.importKey("jwk", jwk, { name: "ECDSA", namedCurve: "P-256" }, false, ["verify"]);
  const signature = Buffer.from(header("snapshot-signature"), "base64");
  const signed = [header("snapshot-owner"), header("snapshot-until"), header("content-security-policy"), html].join(
    "\n",
  );
  const isSigned = (text: string) =>
    crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, signature, new TextEncoder().encode(text));
  expect([await isSigned(signed), await isSigned(signed.replace("0001", "0002"))]).toEqual([true, false]);
  // The session has the same mark; a cached page has none.
  const cookie = `user_token=${token}`;
  const ownerAt = async (path: string) => (await app.get("port-serac", path, { cookie })).headers.get("snapshot-owner");
  expect([await ownerAt("/session"), await ownerAt("/")]).toEqual([header("snapshot-owner"), null]);
  for (const nobody of ["", "user_token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
    expect((await app.get("port-serac", "/hors-ligne/carte", { cookie: nobody })).status).toBe(204);
});
