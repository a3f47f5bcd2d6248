import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { answerProblems, type ApiDocument, type Method } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const SITE = "http://port-serac.localhost:3000";
let app: TestApp;
let wallets: WalletPeople;
let document: ApiDocument;
let member: WalletMember;
let handle = "";
let uuid = "";

beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac"],
    clock: standingClock(SATURDAY_EVENING),
    pictures: "stand-ins",
  });
  wallets = walletPeopleOf(app);
  document = (await wallets.people.call("GET", "/openapi.json")).body as unknown as ApiDocument;
  member = await wallets.member();
  handle = (await wallets.unlockNative(member.token, PIN)).body.unlock ?? "";
});
afterAll(() => app.close());

const order = () => ({
  provider: "instant_transfer",
  return_url: `${SITE}/?popup=Cashless`,
  from: "web",
  site_id: 151,
  product: { type: "cashless", amount: 75.5, currency: "EUR" },
  data: { site_id: 151, pin_code: handle },
});
const account = { type: "ASSIGNED", amount: 0, limit_amount: 2000 };
const opened = { data: [account], unlock: expect.stringMatching(/^[\w-]{43}$/) };
const init = async () => {
  const answer = await wallets.call("POST", "/transaction/init", member.token, order());
  uuid = (answer.body.data as { transaction_uuid: string }).transaction_uuid;
  return answer;
};

type Run = () => Promise<{ status: number; body: unknown; headers: Headers }>;

/** Each call succeeding once, in the order in which a page makes them. */
it.each([
  [
    "get",
    "/pin-key",
    () => wallets.call("GET", "/pin-key", member.token),
    {
      data: {
        jwk: expect.objectContaining({ kty: "RSA", alg: "RSA-OAEP-256" }),
        challenge: expect.stringMatching(/^[\w-]{43}$/),
      },
    },
  ],
  [
    "get",
    "/users/account/cashless",
    () => wallets.list(member.token, "?force_refresh=true"),
    { data: [{ status: "OPENED", site_id: 151 }] },
  ],
  [
    "get",
    "/users/account/cashless/{site_id}/{pin}",
    async () => wallets.unlock(member.token, await wallets.box(member.token, PIN)),
    opened,
  ],
  ["post", "/users/account/cashless/{site_id}/unlocks", () => wallets.unlockNative(member.token, PIN), opened],
  [
    "post",
    "/transaction/init",
    init,
    { data: { transaction_uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), link: expect.stringMatching(/^https:/) } },
  ],
  [
    "get",
    "/transaction/{transaction_uuid}",
    () => wallets.call("GET", `/transaction/${uuid}`, member.token),
    { data: { payment: { status: "INIT" }, transaction: [{ status: { name: "PENDING" } }] }, error: null },
  ],
] as [Method, string, Run, object][])("%s %s answers exactly as documented", async (method, template, run, answer) => {
  const { status, body, headers } = await run();
  expect([status, body]).toEqual([200, answer]);
  expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
  expect(answerProblems(document, template, 200, body, method)).toEqual([]);
  const path = template.replace("{site_id}", "151").replace("{pin}", handle).replace("{transaction_uuid}", uuid);
  const nobody = await wallets.people.call(method.toUpperCase(), path, method === "get" ? {} : { body: {} });
  expect([nobody.status, answerProblems(document, template, 401, nobody.body, method)]).toEqual([401, []]);
});

it("accepts x-access-token without Authorization, and hides a payment from other members", async () => {
  const own = { headers: { "x-access-token": `Bearer ${member.token}` } };
  expect((await wallets.people.call("GET", `/transaction/${uuid}`, own)).status).toBe(200);
  const other = await wallets.member();
  const refused = await wallets.call("GET", `/transaction/${uuid}`, other.token);
  const unknown = await wallets.call("GET", "/transaction/00000000-0000-4000-8000-000000000000", other.token);
  expect([refused.status, refused.body]).toEqual([404, unknown.body]);
});

it("does the same work for another member's payment as for an unknown one, even when it is cached", async () => {
  const other = await wallets.member();
  const strangers = ["00000000-0000-4000-8000-000000000000", uuid];
  for (const token of [member.token, other.token]) await wallets.call("GET", `/transaction/${uuid}`, token);
  const asked = vi.spyOn(app.world.database.db, "selectFrom");
  const seen = [];
  for (const one of strangers) {
    asked.mockClear();
    const { status, headers, body } = await wallets.call("GET", `/transaction/${one}`, other.token);
    seen.push({ status, body, headers: [...headers], tables: asked.mock.calls.map(([table]) => table) });
  }
  asked.mockClear();
  expect((await wallets.call("GET", `/transaction/${uuid}`, member.token)).status).toBe(200);
  // The owner's answer is cached, so a query count of zero would show a leak above.
  expect(asked).not.toHaveBeenCalled();
  expect(seen[0]).toMatchObject({ status: 404, tables: ["payments"] });
  expect(seen[1]).toEqual(seen[0]);
});

it("says how many attempts are left after a wrong PIN, and nothing after a block", async () => {
  const { token } = await wallets.member();
  const details = [];
  for (const pin of ["0000", "0001", "0002", PIN])
    details.push((await wallets.unlockNative(token, pin)).body.error_details);
  expect(details).toEqual([
    { code: 3000, attempts_left: 2 },
    { code: 3000, attempts_left: 1 },
    { code: 3000, attempts_left: 0 },
    { code: 3001 },
  ]);
});
