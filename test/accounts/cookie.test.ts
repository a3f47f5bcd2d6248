import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, SITE, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE_MS = 60_000;

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
let email = "";
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());
beforeEach(() => void (email = `browser-${(count += 1)}@example.test`));

/** The headers that a page of the site sends with a session's cookie. */
const browser = (token: string) => ({ cookie: `user_token=${token}`, origin: SITE });
const isIn = async (token: string) =>
  (await people.call("GET", "/auth/sessions", { headers: { cookie: `user_token=${token}` } })).status === 200;
const sessionIn = (headers: Headers) =>
  headers.getSetCookie().flatMap((line) => /^user_token=([\w-]{43}); .*HttpOnly/.exec(line)?.[1] ?? []);

it("stays logged in after its address is confirmed, and gives no script the token", async () => {
  const token = (await people.register(email)).body.data?.token ?? "";
  const confirmed = await people.confirm(await people.linkToken(email), { headers: browser(token) });
  expect([confirmed.status, confirmed.body]).toEqual([200, { data: { result: true, token: null } }]);
  const [successor = ""] = sessionIn(confirmed.headers);
  clock.advance(MINUTE_MS + 1_000);
  expect([await isIn(token), await isIn(successor)]).toEqual([false, true]);
});

it("is logged in by the link of its mail after its session has ended, by cookie", async () => {
  const [known = ""] = (await people.register(email)).headers.getSetCookie();
  const headers = { ...browser("x".repeat(43)), cookie: `user_token=${"x".repeat(43)}; ${known.split(";")[0]}` };
  const confirmed = await people.confirm(await people.linkToken(email), { headers });
  expect([confirmed.status, confirmed.body]).toEqual([200, { data: { result: true, token: null } }]);
  const [token = ""] = sessionIn(confirmed.headers);
  expect(await isIn(token)).toBe(true);
});

it("gets the token where the call carries the bearer token of the registration", async () => {
  const token = (await people.register(email)).body.data?.token ?? "";
  const shown = await people.confirm(await people.linkToken(email), { token });
  expect(shown.body).toEqual({ data: { result: true, token: expect.stringMatching(/^[\w-]{43}$/) } });
  expect(sessionIn(shown.headers)).toEqual([]);
});

it("keeps another member's session, and says nothing of the confirmed account", async () => {
  const other = await people.member(`other-${email}`);
  await people.register(email);
  const confirmed = await people.confirm(await people.linkToken(email), { headers: browser(other) });
  expect([confirmed.body, sessionIn(confirmed.headers)]).toEqual([{ data: { result: true, token: null } }, []]);
  expect(await isIn(other)).toBe(true);
});

it.each([
  ["POST", "/auth/introspect", { origin: "https://evil.test" }],
  ["POST", "/auth/introspect", {}],
  ["POST", "/auth/logout", { origin: "https://evil.test" }],
  ["DELETE", "/users/me", { origin: "https://evil.test" }],
  ["DELETE", "/users/me", {}],
  ["DELETE", "/auth/sessions", { origin: SITE, "content-type": "text/plain" }],
] as const)("keeps its cookie when %s %s is refused because of its origin", async (method, path, from) => {
  const token = await people.member(email);
  const headers = { "content-type": "application/json", cookie: `user_token=${token}`, ...from };
  const refused = await people.call(method, path, { headers });
  expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
  expect(await isIn(token)).toBe(true);
});

it("loses the cookie of an ended session, whatever it calls", async () => {
  const token = await people.member(email);
  await people.call("POST", "/auth/logout", { token });
  for (const headers of [browser(token), { cookie: `user_token=${token}` }]) {
    const refused = await people.call("POST", "/auth/introspect", { headers });
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([401, expect.stringContaining("Max-Age=0")]);
  }
});

it.each(["bogus", "", "Current", "current&keep=other"])(
  "ends no session for the unknown value keep=%s",
  async (keep) => {
    const token = await people.member(email);
    const answer = await people.call("DELETE", `/auth/sessions?keep=${keep}`, { token, headers: { locale: "en" } });
    expect([answer.status, answer.body.error]).toEqual([422, [{ key: "keep", message: expect.any(String) }]]);
    expect(await isIn(token)).toBe(true);
  },
);
